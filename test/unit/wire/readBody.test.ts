import { Readable } from 'node:stream';
import { MAXIMUM_BODY_BYTES, readBody } from '../../../nodes/CardBankPayments/wire/readBody';

const read = async (...chunks: Array<string | Buffer>) =>
	await readBody(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

const list = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

describe('an answer', () => {
	it.each([
		['{"id":"1"}', { id: '1' }],
		['\ufeff{"id":"1"}', { id: '1' }],
		['null', null],
		['<p>no</p>', '<p>no</p>'],
		['{"id":', '{"id":'],
		['', ''],
	])('is read as JSON where it is JSON, else as text: %s', async (sent, answer) => {
		expect(await read(sent)).toEqual(answer);
	});

	it('is put together from its parts, even where a character is torn in two', async () => {
		const bytes = Buffer.from('{"name":"Söhne 漢"}');
		const parts = [...bytes].map((byte) => Buffer.from([byte]));
		expect(await read(...parts)).toEqual({ name: 'Söhne 漢' });
	});

	it('comes back as it is when it is no stream', async () => {
		const parsed = { id: '1' };
		expect(await readBody(parsed)).toBe(parsed);
		for (const other of [undefined, null, 'text', 7]) expect(await readBody(other)).toBe(other);
	});

	it('cannot be used when it breaks off', async () => {
		const breaks = new Readable({ read: () => undefined });
		breaks.push('{"id":"1"}');
		const reading = readBody(breaks);
		breaks.destroy(new Error('connection reset'));
		expect(await reading).toBeUndefined();
	});

	it(`is read up to ${MAXIMUM_BODY_BYTES} bytes, and not a byte further`, async () => {
		expect(await read(text(MAXIMUM_BODY_BYTES))).toHaveLength(MAXIMUM_BODY_BYTES - 2);
		expect(await read(text(MAXIMUM_BODY_BYTES + 1))).toBeUndefined();
	});

	it('is let go as soon as it is too long', async () => {
		let sent = 0;
		const endless = new Readable({
			read() {
				sent++;
				this.push(Buffer.alloc(1_000_000, 'x'));
			},
		});
		expect(await readBody(endless)).toBeUndefined();
		expect(endless.destroyed).toBe(true);
		expect(sent).toBeLessThan(10);
	});

	it('may have 100 levels, and no more', async () => {
		expect(await read(list(100))).toBeInstanceOf(Array);
		expect(await read(list(101))).toBeUndefined();
		expect(await read(`{"a":${list(99)}}`)).toBeInstanceOf(Object);
		expect(await read(`{"a":1,"b":${list(100)}}`)).toBeUndefined();
		expect(await read(list(100_000))).toBeUndefined();
	});
});
