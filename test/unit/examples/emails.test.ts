import { exampleNodeOf, fieldOf, parametersOf } from '../support/exampleExpression';

interface EmailNode {
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

const emailOf = (example: string, node: string) =>
	exampleNodeOf<object>(example, node) as EmailNode;

// No later run tells the same news again.
it.each([
	['google-sheets-payouts', 'Send the summary'],
	['scheduled-payouts', 'Send the summary'],
	['salary-run', 'Remind finance'],
	['salary-run', 'Ask for approval'],
	['salary-run', 'Tell finance'],
	['spreadsheet-approval', 'Ask for approval'],
	['spreadsheet-approval', 'Send the result'],
])('%s tries three times to send the e-mail of "%s"', (example, node) => {
	const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 };
	expect(emailOf(example, node)).toMatchObject(tries);
});

// n8n runs the whole node again where its first item failed: everybody would get the e-mail three times.
it('salary-run does not tell all employees again where the first one has no address', () => {
	expect(emailOf('salary-run', 'Tell employees').retryOnFail).toBeUndefined();
});

it.each([
	['google-sheets-payouts', 'Write the sections', 'Send the summary'],
	['scheduled-payouts', 'Write the sections', 'Send the summary'],
])('%s says what to do for each status that its e-mail may name', (example, order, mail) => {
	const named = [...(fieldOf(example, order, 'order').match(/'[a-z -]+'/g) ?? [])];
	const statuses = named.map((each) => each.slice(1, -1)).filter((each) => each !== 'paid');
	expect(statuses.length).toBeGreaterThan(7);
	const { text } = parametersOf<{ text: string }>(example, mail);
	const [, advice = ''] = text.split('WHAT TO DO\n');
	const advised = advice.split('\n').flatMap((line) => line.split(':')[0]!.split(', '));
	for (const status of statuses) {
		expect(advised.map((each) => each.replace(/ for more .*/, ''))).toContain(status);
	}
});
