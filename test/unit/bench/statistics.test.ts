import { ratios, summarize } from '../../../bench/statistics';

describe('summarizing the rounds of a benchmark', () => {
	it('gives the middle one of an odd number of rounds, whatever their order', () => {
		expect(summarize([30, 10, 20])).toEqual({ median: 20, min: 10, max: 30 });
	});

	it('gives the mean of the middle two of an even number', () => {
		expect(summarize([9, 100, 1, 10]).median).toBe(9.5);
	});

	it('sorts by number, not by text', () => {
		expect(summarize([9, 10, 100])).toEqual({ median: 10, min: 9, max: 100 });
	});

	it('refuses to summarize nothing', () => {
		expect(() => summarize([])).toThrow('nothing to summarize');
	});

	it('compares two candidates round by round', () => {
		// The machine was three times slower in the last round, for both.
		expect(ratios([20, 22, 60], [10, 10, 30])).toEqual({ median: 2, min: 2, max: 2.2 });
	});
});
