import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node';
import type { EngineCredential } from '../../workbench/engine/credentials';
import { execute } from '../../workbench/engine/engine';
import { inputsOf, pathTemplates, type Input } from '../../workbench/engine/inputs';
import { operationsUnderTest } from '../../workbench/engine/operations';
import { processedStore } from '../../workbench/engine/processedStore';
import { useSandbox } from './useSandbox';

/** Two executions for each input, on a machine that may have other work to do. */
const TIME_LIMIT_MS = 180_000;

/** The same definitions without an executor: n8n then runs them with its own routing engine. */
const routed: INodeType = { description: new CardBankPayments().description };

const sandbox = useSandbox();

describe.each(operationsUnderTest)('$name', (operation) => {
	it(
		'sends what the routing engine of n8n makes of the same definitions',
		async () => {
			const session = sandbox.credential();
			await fc.assert(
				fc.asyncProperty(
					inputsOf(operation),
					fc.constantFrom('', '/', '// '),
					fc.constantFrom('none', 'hmacSha256Json', 'hmacSha256Values'),
					pathTemplates,
					async (input, ending, checksum, path) => {
						Object.assign(session.stored, {
							baseUrl: `${sandbox.baseUrl}${ending}`,
							checksum,
							payoutPath: path,
							paymentPath: path,
							banksPath: path,
						});
						const { method: own } = operation.request;
						// A payout is asked for before.
						const isOwn = ({ method }: { method: string }) => method === own;
						const ours = (await requestsOf(input, session)).filter(isOwn);
						const theirs = await requestsOf(input, session, routed);
						expect(ours).toHaveLength(1);
						// As received: method, path, every header, and the body byte by byte.
						expect(ours).toEqual(theirs);
					},
				),
				{ numRuns: 50 },
			);
		},
		TIME_LIMIT_MS,
	);
});

/** The requests for payments that an input leads to, as they were received, without what must differ. */
async function requestsOf(
	{ parameters, item }: Input,
	credential: EngineCredential,
	nodeType?: INodeType,
) {
	// One reference is used by both engines, and by many of the generated inputs.
	await sandbox.control.reset();
	(await processedStore()).reset();
	const onError = 'continueRegularOutput';
	await execute({ credential, parameters, items: [item], onError, nodeType });
	return (await sandbox.requests())
		.filter(({ operation }) => operation !== 'generateToken')
		.map(({ method, path, headers, authorizationShape, rawBody }) => ({
			...{ method, path, headers, authorizationShape, rawBody },
		}));
}
