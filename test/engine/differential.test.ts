import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node.js';
import type { LedgerRequest } from '../../sandbox';
import type { StoredCredential } from './harness/credentials';
import { execute } from './harness/engine';
import { inputsOf, type Input } from './harness/inputs';
import { operationsUnderTest } from './harness/operations';
import { processedStore } from './harness/processedStore';
import { useSandbox } from './harness/sandbox';

const INPUTS_PER_OPERATION = 100;

/** The same definitions without an executor: n8n then runs them with its own routing engine. */
const routed: INodeType = { description: new CardBankPayments().description };

// One reference is used by both engines, and by many of the generated inputs.
const sandbox = useSandbox({ uniqueOrderReferences: false });

describe.each(operationsUnderTest)('$name', (operation) => {
	it('sends what the routing engine of n8n makes of the same definitions', async () => {
		const requestsOf = capturer();
		const session = sandbox.credential();
		await fc.assert(
			fc.asyncProperty(
				inputsOf(operation),
				fc.constantFrom('', '/', '// '),
				fc.constantFrom('none', 'hmacSha256Json', 'hmacSha256Values'),
				async (input, ending, checksum) => {
					Object.assign(session.stored, { baseUrl: `${sandbox.baseUrl}${ending}`, checksum });
					const ours = await requestsOf(input, session);
					const theirs = await requestsOf(input, session, routed);
					expect(ours).toHaveLength(1);
					// As received: method, path, every header, and the body byte by byte.
					expect(ours).toEqual(theirs);
				},
			),
			{ numRuns: INPUTS_PER_OPERATION },
		);
	});
});

/** Runs inputs and returns the requests for payments that then arrived, without what must differ. */
function capturer() {
	let seen = 0;
	return async (
		{ parameters, item }: Input,
		credential: StoredCredential,
		nodeType?: INodeType,
	) => {
		(await processedStore()).reset();
		await execute({
			credential,
			parameters,
			items: [item],
			onError: 'continueRegularOutput',
			nodeType,
		});
		const { requests } = await sandbox.control.ledger(seen);
		seen += requests.length;
		return requests.filter(({ operation }) => operation !== 'generateToken').map(asReceived);
	};
}

function asReceived({ method, path, headers, authorizationShape, rawBody }: LedgerRequest) {
	return { method, path, headers, authorizationShape, rawBody };
}
