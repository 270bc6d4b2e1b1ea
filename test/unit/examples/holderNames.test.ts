import type { IDataObject } from 'n8n-workflow';
import { setBy } from '../support/exampleExpression';

/** What the approver of each example reads of a row that can be paid, whose account the bank knows under a name. */
const remarks: Record<string, (name: string, holder?: string) => unknown> = {
	'spreadsheet-approval': (accountName, holder) => {
		const row = { payable: true, accountName, holder };
		const checked = setBy('spreadsheet-approval', 'Check each row', [row], {
			earlier: { Settings: {} },
		});
		const [line] = setBy('spreadsheet-approval', 'Write the lines', checked);
		return (line!.page as IDataObject).remark;
	},
	'salary-run': (name, holder) => {
		const row = { payable: true, name, holder, employeeNumber: 'E017' };
		const seen = { earlier: { Settings: { Month: '202612' } } };
		const checked = setBy('salary-run', 'Check the rows', [row], seen);
		const [question] = setBy('salary-run', 'Write the question', checked, seen);
		return question!.other;
	},
};

// As the node compares them: a warning that cries at every second row is read by nobody.
describe.each(Object.keys(remarks))('the approver of %s', (example) => {
	it.each<[string | undefined, string, boolean]>([
		['ASHA MUSHI', 'asha  Mushi', false],
		['MUSHI, ASHA', 'Asha Mushi', false],
		['ASHA JUMA MUSHI', 'Asha Mushi', false],
		[undefined, 'Asha Mushi', false],
		['ASHA MUSHA', 'Asha Mushi', true],
		['ASHA', 'Asha Mushi', true],
		['ASHA JUMA PETER MUSHI', 'Asha Mushi', true],
		['ASHA JUMA MUSHI', 'Asha Peter Mushi', true],
		['JUMA JUMA', 'Juma Ali', true],
	])('reads of the holder %j of the account of %s: another name, %s', (holder, name, isOther) => {
		const said = [remarks[example]!(name, holder)];
		if (holder !== undefined) said.push(remarks[example]!(holder, name));
		for (const remark of said)
			expect(String(remark).includes('THE BANK HAS ANOTHER NAME')).toBe(isOther);
	});
});
