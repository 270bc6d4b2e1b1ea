import { planted } from '../../planted/faults';
import { repositoryFiles, placesOf } from '../../planted/places';

// The faults themselves are planted by `npm run test:planted`, which takes hours.
const faults = Object.values(planted).flatMap((ofPart) => Object.entries(ofPart));

it.each(faults)('the text in which "%s" is planted stands once', (_, [text, becomes]) => {
	expect([becomes !== text, placesOf(text)]).toEqual([true, [expect.any(String)]]);
});

const folders = Object.keys(planted).filter((part) => part.startsWith('test/'));

it.each(folders)('%s, which is to fail, has tests', (part) => {
	const pattern = new RegExp(part);
	expect(repositoryFiles.some((file) => file.endsWith('.test.ts') && pattern.test(file))).toBe(
		true,
	);
});
