import * as library from 'n8n-workflow';
import { assertNotN8n1, SINCE_N8N_2 } from '../../../nodes/CardBankPayments/credential/olderN8n';
import { access } from '../../../nodes/CardBankPayments/sentences/access';
import { refusedBy } from '../support/wording';

// That nothing leaves on n8n 1: engine/olderN8n.test.ts.
it('takes an n8n that has none of what came with n8n 2 for n8n 1', () => {
	expect(refusedBy(() => assertNotN8n1({})).message).toBe(access.olderN8n);
});

it.each(SINCE_N8N_2)(
	'takes one that has only %s for a newer one, and that of today has it',
	(name) => {
		expect(() => assertNotN8n1({ [name]: undefined })).not.toThrow();
		expect(library).toHaveProperty(name);
	},
);
