import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { packPackage } from './pack';

const blockBytes = 512;

/** The size of a packed package, and number and size of the files in it. */
export async function tarballSize(
	tarball: string,
): Promise<{ files: number; packedBytes: number; unpackedBytes: number }> {
	const packed = await readFile(tarball);
	const archive = gunzipSync(packed);
	let files = 0;
	let unpackedBytes = 0;
	// Each file is a header, with the size in octal digits at a fixed place, and its full blocks.
	for (let offset = 0; offset < archive.length && archive[offset] !== 0;) {
		const size = Number.parseInt(archive.toString('latin1', offset + 124, offset + 136), 8);
		files++;
		unpackedBytes += size;
		offset += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
	}
	return { files, packedBytes: packed.length, unpackedBytes };
}

/** The same for the package as it is now. */
export async function packedSize(): ReturnType<typeof tarballSize> {
	const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-size-'));
	try {
		return await tarballSize(await packPackage(folder));
	} finally {
		await rm(folder, { recursive: true });
	}
}
