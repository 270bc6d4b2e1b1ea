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
	['google-sheets-payouts', 'Send the e-mail'],
	['scheduled-payouts', 'Send the e-mail'],
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
