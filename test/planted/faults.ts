/** A text that stands exactly once in the product, and what somebody might make of it. */
export interface Planted {
	find: string;
	replace: string;
}

/**
 * Faults as a person would tell of them afterwards, by the cheapest part of the gate that is to fail: a
 * folder or file of jest tests, or a command, such as `test:faults --only dropAfter`.
 */
export const planted: Record<string, Record<string, Planted>> = {
	'test/unit/wire': {
		'half a shilling becomes five cents': {
			find: "decimals.padEnd(2, '0')",
			replace: "decimals.padStart(2, '0')",
		},
		'an amount that JSON cannot carry goes out as its neighbour': {
			find: 'if (Number(value) < CENTS_END) return cents;',
			replace: 'return cents;',
		},
		'a reference with a space behind it goes out': {
			find: 'if (value.trim() !== value) {',
			replace: 'if (value.trim() === undefined) {',
		},
		'the checksum depends on the order of the fields': {
			find: '.sort(([a], [b]) => (a < b ? -1 : 1))',
			replace: '',
		},
		'a token goes over plain http to another machine': {
			find: "url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)",
			replace: "url.protocol === 'http:'",
		},
		'a token goes to another origin': {
			find: 'new URL(target).origin === base.origin',
			replace: 'new URL(target).protocol === base.protocol',
		},
		'a reference leaves its place in the path': {
			find: '.join(encodeURIComponent(orderReference))',
			replace: '.join(orderReference)',
		},
		'a day is reckoned in another time zone': {
			find: 'if (new Date(day).toJSON()?.startsWith(day)) return day;',
			replace: 'return new Date(text).toISOString().slice(0, 10);',
		},
		'a response of any length is read into memory': {
			find: 'if (length > MAXIMUM_BODY_BYTES) return undefined;',
			replace: '',
		},
	},
	'test/engine/addresses': {
		'a redirect is followed with the token': {
			find: 'disableFollowRedirect: true,\n\t\treturnFullResponse',
			replace: 'disableFollowRedirect: false,\n\t\treturnFullResponse',
		},
	},
	'test/engine/everyOperation': {
		'a list is asked for newest first': {
			find: "orderBy: 'ASC'",
			replace: "orderBy: 'DESC'",
		},
	},
	'test/engine/contract': {
		'a field goes out under the name of another one': {
			find: "requiredText(inBody('accountNumber'), {",
			replace: "requiredText(inBody('accountName'), {",
		},
		'a required field may be left out': {
			find: "type: 'string',\n\trequired: true,\n\tdefault: '',\n\trouting: { send },",
			replace: "type: 'string',\n\trequired: false,\n\tdefault: '',\n\trouting: { send },",
		},
	},
	'test/unit/executor/service': {
		'a run goes on with a credential that was changed': {
			find: 'isChanged = differingField(credentials, present) !== undefined;',
			replace: "isChanged = differingField(present, {}) === '';",
		},
		'a 408 is taken for a refusal': {
			find: '401, 402, 403, 404, 405, 407, 410,',
			replace: '401, 402, 403, 404, 405, 407, 408, 410,',
		},
		'a 424 of a part in between is taken for a refusal': {
			find: '...[421, 422, 423, 425,',
			replace: '...[421, 422, 423, 424, 425,',
		},
		'a 409 is taken for a refusal': {
			find: "outcome: 'alreadySent', says: 'The service knows this order reference already'",
			replace: "outcome: 'rejected', says: 'The service knows this order reference already'",
		},
		'a lost connection is taken for none': {
			find: "new Set(['ECONNREFUSED',",
			replace: "new Set(['ECONNRESET', 'ECONNREFUSED',",
		},
		'a 2xx that says no is taken for a yes': {
			find: 'if (no !== undefined) {',
			replace: 'if (no === Infinity.toString()) {',
		},
		'a 2xx about another reference is taken for a yes': {
			find: 'if (!isReference(named, payment.orderReference)) {',
			replace: 'if (named === null) {',
		},
		'a 2xx in words of a refusal is taken for a yes': {
			find: "if (verdict.outcome === 'accepted' && wordsIn(body).some((words) => REFUSES.test(words))) {",
			replace: "if (verdict.outcome === 'accepted' && wordsIn(body).length > 9) {",
		},
		'one of two records is taken for ours': {
			find: 'if (records.length > 1) {',
			replace: 'if (records.length > 2) {',
		},
		'a payout to another account is taken for ours': {
			find: "if (digit !== (ours.at(-fromEnd) ?? '0')) return 'differs';",
			replace: '',
		},
		'a payout of another amount is taken for ours': {
			find: "return ordered === cents ? 'ours' : 'differs';",
			replace: "return 'ours';",
		},
		'Retry-After is read as milliseconds': {
			find: 'return Number(text) * UNIT_MS.s;',
			replace: 'return Number(text);',
		},
		'a 503 with Retry-After is sent again': {
			find: 'if (!isRefusal || status < 400 || status === 401 || status === 404) return undefined;',
			replace: 'if (status < 400 || status === 401 || status === 404) return undefined;',
		},
		"a proxy's 404 is taken for the service's word": {
			find: "if (status !== 404 || typeof body !== 'object') return false;",
			replace: 'if (status === 404) return true;',
		},
		'a token that the service repeats stands in a record': {
			find: 'if (secret.length < SHORTEST_TOKEN || !text.includes(secret)) return response;',
			replace: 'if (secret || text) return response;',
		},
		'an account number that the service repeats stands in a message': {
			find: "shown(withoutAccount(words, String(accountNumber ?? '')))",
			replace: 'shown(words)',
		},
	},
	'test/unit/executor/service/pages': {
		'a page begins one record too late': {
			find: 'await pageAt(position - overlap, limit)',
			replace: 'await pageAt(position, limit)',
		},
		'a list that moved is put out as the whole': {
			find: 'if (!hasFallen && (last === undefined || isSame(page.records[0], last))) {',
			replace: 'if (requests >= 0) {',
		},
		'a page that failed ends the list': {
			find: 'return { ...noPage, ...part(outcome, `${says}. Before that`, nextStep) };',
			replace: 'return whole();',
		},
	},
	'test/unit/executor/check': {
		'Maximum Amount is a cent higher': {
			find: 'if (cents <= maximumAmount) return undefined;',
			replace: 'if (cents <= maximumAmount + 1n) return undefined;',
		},
		'Maximum Total looks at the last payout only': {
			find: 'totals.set(currency, (totals.get(currency) ?? 0n) + cents);',
			replace: 'totals.set(currency, cents);',
		},
		'a reference may stand in two items': {
			find: "if (effect !== 'none') hold(repeatedReference(payments));",
			replace: "if (effect !== 'none') hold(repeatedReference([]));",
		},
		'an agent may pay without being allowed to': {
			find: 'if (!isTool) return;',
			replace: 'if (effect) return;',
		},
		'an agent may read a whole list': {
			find: "isTool && response.form === 'page' && raw('returnAll') === true,",
			replace: 'isTool && fields.length === 0,',
		},
	},
	'test/unit/executor/report': {
		'an item says nothing of what to do next': {
			find: 'nextStep: `${nextStep}.`,',
			replace: "nextStep: '',",
		},
		'an unknown payout is told to be safe to retry': {
			find: "isUnknown && effect !== 'payout'",
			replace: 'isUnknown',
		},
		'a reversed payout is returned as made': {
			find: "return foundBefore(result, effect)?.outcome !== 'accepted';",
			replace: 'return foundBefore(result, effect) === undefined;',
		},
		'a whole account number stands in a message': {
			find: 'return `…${accountNumber.slice(-4)}`;',
			replace: 'return accountNumber;',
		},
		'a payout that was sent before passes although nobody asked for it': {
			find: "return whenAlreadySent !== 'passThrough';",
			replace: 'return false;',
		},
	},
	'test/unit/credential': {
		'a token of another account is used': {
			find: "return stored === boundToken(token, credentials) ? token : '';",
			replace: 'return token;',
		},
		'the API Key is shown in the editor': {
			find: "name: 'apiKey',\n\t\t\t...required,\n\t\t\ttypeOptions: { password: true },",
			replace: "name: 'apiKey',\n\t\t\t...required,\n\t\t\ttypeOptions: { password: false },",
		},
	},
	'test/engine/otherNodes': {
		'a request that n8n repeats leaves before its token is checked': {
			find: "checks.get(credentials) !== 'done';",
			replace: "checks.get(credentials) === undefined && method === '';",
		},
	},
	'test/unit/executor/deliver': {
		'an unclear payout is not looked up': {
			find: 'export const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];',
			replace: 'export const UNCLEAR_AFTER_MS: number[] = [];',
		},
		'a service that is down gets one payment more': {
			find: 'const UNKNOWN_IN_A_ROW = 3;',
			replace: 'const UNKNOWN_IN_A_ROW = 4;',
		},
		'the pace that the service has shown is not kept': {
			find: 'if (isShown && paceMs <= LONGEST_PACE_MS) this.paceMs = paceMs;',
			replace: '',
		},
	},
	'test/engine/promises': {
		'references that wait stay reserved': {
			find: 'if (this.gate.isPaced) await this.releaseQueue();',
			replace: 'if (this.gate === undefined) await this.releaseQueue();',
		},
		'a payment is not remembered before it leaves': {
			find: 'memory.sending(payment);\n\t\tconst result = await service',
			replace: 'const result = await service',
		},
	},
	'test/unit/executor/read': {
		'Maximum Wait is read as milliseconds': {
			find: 'return Math.round(number * unit);',
			replace: 'return Math.round(number);',
		},
	},
	'test/unit/listSearch': {
		'a BIC with something that nobody sees goes into a payout': {
			find: "if (value === '' || shown(value) !== value) return [];",
			replace: "if (value === '') return [];",
		},
	},
	'test/sandbox': {
		'the sandbox takes payouts at any pace': {
			find: 'if (remainingMs > 0) throw paceRefusal(',
			replace: 'if (remainingMs > 1e9) throw paceRefusal(',
		},
		'a fault of the sandbox strikes once too often': {
			find: 'if (--pending.times === 0) queue.splice(index, 1);',
			replace: 'if (pending.times-- === 0) queue.splice(index, 1);',
		},
		'the sandbox keeps older tokens where only the newest counts': {
			find: 'if (settings.onlyNewestToken) this.expireAll();',
			replace: '',
		},
		'the sandbox posts events to any address': {
			find: 'if (!loopbackHost.test(new URL(call.url).hostname)) {',
			replace: "if (call.url === '') {",
		},
	},
	'test/engine/accounts': {
		'a run pays from the account of its first item': {
			find: 'if (field === undefined) continue;',
			replace: 'if (field !== null) continue;',
		},
	},
	'test/engine/tokens': {
		'each byte gives the service its whole time anew': {
			find: 'getExecutionCancelSignal: { value: () => deadline },',
			replace: 'getExecutionCancelSignal: { value: () => undefined },',
		},
	},
	'test/engine/(promises|scenarios)': {
		'a payout leaves although the store was silent': {
			find: 'throw new OperationalError(failed);',
			replace: 'return [];',
		},
		'a refused reference stays reserved': {
			find: 'const release = [...this.reserved].filter((reference) => !this.memory.wasSent(reference));',
			replace: 'const release = [...this.reserved].filter((reference) => reference === undefined);',
		},
	},
	'test:faults --only emptyBody': {
		'a 2xx without an answer is a payout': {
			find: "if (!isJsonObject(body)) {\n\t\treturn unknown('The service answered with something that cannot be read');",
			replace: 'if (!isJsonObject(body)) {\n\t\treturn { ...ACCEPTED, records: [] };',
		},
	},
};
