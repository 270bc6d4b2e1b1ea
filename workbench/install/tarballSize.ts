import { execFileSync } from 'node:child_process';

/** The size of a packed package, and number and size of the files in it, as npm counts them. */
export function tarballSize(tarball: string) {
	const said = execFileSync('npm', ['pack', tarball, '--dry-run', '--json'], { encoding: 'utf8' });
	const [packed] = JSON.parse(said) as [{ entryCount: number; size: number; unpackedSize: number }];
	const { entryCount: files, size: packedBytes, unpackedSize: unpackedBytes } = packed;
	return { files, packedBytes, unpackedBytes };
}
