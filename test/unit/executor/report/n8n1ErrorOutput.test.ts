import type { INodeExecutionData } from 'n8n-workflow';
import { markErrorItems } from '../../../../nodes/CardBankPayments/executor/report/n8n1ErrorOutput';
import { node } from '../../support/context';

const paid = { json: { id: 'p-1' }, pairedItem: { item: 0 } };
const failed = {
	json: { error: 'Refused', message: 'Item 1 was refused: ECONNREFUSED', details: {} },
	pairedItem: { item: 1 },
};

describe('an error item on its way to the error output', () => {
	let items: INodeExecutionData[];
	beforeEach(() => {
		items = markErrorItems([{ ...paid }, { ...failed }], node);
	});

	it('has an error, by which every n8n knows it', () => {
		expect(items[1]?.error).toMatchObject({
			message: 'Refused',
			description: 'Item 1 was refused: ECONNREFUSED',
		});
	});

	it('has none once n8n has copied it, or its details would be replaced by a message', () => {
		expect({ ...items[1] }).toStrictEqual(failed);
		expect(JSON.parse(JSON.stringify(items[1]))).toStrictEqual(failed);
	});

	it('is told from an item that was paid', () => {
		expect(items[0]?.error).toBeUndefined();
	});
});
