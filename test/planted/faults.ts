/**
 * A planted fault: one written by hand into the source to see that a test notices it, a hand-written mutant.
 * It is a text that stands exactly once in the product, and what somebody might make of it.
 */
export type Planted = [text: string, becomes: string];

/**
 * Faults as a person would tell of them afterwards, by the cheapest part of the gate that is to fail: a
 * folder or file of jest tests, or a command, such as `test:faults --only dropAfter`.
 */
export const planted: Record<string, Record<string, Planted>> = {
	'test/unit/wire': {
		'half a shilling becomes five cents': ["decimals.padEnd(2, '0')", "decimals.padStart(2, '0')"],
		'an amount that JSON cannot carry goes out as its neighbour': [
			'if (Number(value) < CENTS_END) return cents;',
			'return cents;',
		],
		'a reference with a space behind it goes out': [
			'if (text.trim() !== text) {',
			'if (text.trim() === undefined) {',
		],
		'the checksum depends on the order of the fields': [
			'.sort(([a], [b]) => (a < b ? -1 : 1))',
			'',
		],
		'a token goes over plain http to another machine': [
			"url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)",
			"url.protocol === 'http:'",
		],
		'a token goes to another origin': [
			'new URL(target).origin === base.origin',
			'new URL(target).protocol === base.protocol',
		],
		'a reference leaves its place in the path': [
			'.join(encodeURIComponent(orderReference))',
			'.join(orderReference)',
		],
		'a day is reckoned in another time zone': [
			'if (new Date(day).toJSON()?.startsWith(day)) return day;',
			'return new Date(text).toISOString().slice(0, 10);',
		],
		'a response of any length is read into memory': [
			'if (length > MAXIMUM_BODY_BYTES) return undefined;',
			'',
		],
	},
	'test/engine/addresses': {
		'a redirect is followed with the token': [
			'disableFollowRedirect: true,\n\t\treturnFullResponse',
			'disableFollowRedirect: false,\n\t\treturnFullResponse',
		],
	},
	'test/engine/everyOperation': {
		'a list is asked for newest first': [
			'const page = isPage && { orderBy,',
			"const page = isPage && { orderBy: 'DESC',",
		],
	},
	'test/engine/contract': {
		'a field goes out under the name of another one': [
			"requiredText(inBody('accountNumber', asNumberText), {",
			"requiredText(inBody('accountName', asNumberText), {",
		],
	},
	'test/unit/executor/service': {
		'a run goes on with a credential that was changed': [
			'if (differingField(this.account.data, present) !== undefined) this.closed ??= CHANGED;',
			'',
		],
		'a token that the service repeats stands in a record': [
			'if (secret.length < SHORTEST_TOKEN || !text.includes(secret)) return response;',
			'if (secret || text) return response;',
		],
	},
	'test/unit/executor/proof': {
		'a 408 is taken for a refusal': [
			'...[400, 404, 405, 410, 411,',
			'...[400, 404, 405, 408, 410, 411,',
		],
		'a 409 is taken for a refusal': [
			"return alreadySent('The service knows this order reference already');",
			"return rejected('item', 'The service knows this order reference already');",
		],
		'a lost connection is taken for none': ['/^(?:ECONNREFUSED|', '/^(?:ECONNRESET|ECONNREFUSED|'],
		'a 2xx with a status that came back is taken for a yes': [
			'hasStatus ? isOnItsWayOrMade(status) : others.length >= PROVING_FIELDS',
			'hasStatus || others.length >= PROVING_FIELDS',
		],
		'a 2xx about another reference is taken for a yes': [
			'if (!isReference(orderReference, payment.orderReference)) {',
			'if (orderReference === null) {',
		],
		'one field more than a request has is taken for a payout': [
			'const PROVING_FIELDS = 2;',
			'const PROVING_FIELDS = 1;',
		],
		'one of two records is taken for ours': [
			'if (records.length > 1) {',
			'if (records.length > 2) {',
		],
		'a payout to another account is taken for ours': ["if (sign !== own) return 'differs';", ''],
		'a payout of another amount is taken for ours': [
			"if (ordered !== undefined && ordered !== cents) return 'differs';",
			'',
		],
		'Retry-After is read as milliseconds': [
			'return Number(text) * UNIT_MS.s;',
			'return Number(text);',
		],
		'a 503 with Retry-After is sent again': [
			'if (isUnknown(outcomeOfStatus(response))) return undefined;',
			'',
		],
		"a proxy's 404 is taken for the service's word": [
			"if (status !== 404 || typeof body !== 'object') return false;",
			'if (status === 404) return true;',
		],
		'an account number that the service repeats stands in a message': [
			'return shown(withoutAccount(text, plainText(accountNumber)));',
			'return shown(text);',
		],
	},
	'test/unit/executor/service/pages': {
		'a list that moved is put out as the whole': [
			"if (at !== 0 && !isShifted) return 'changed';",
			'',
		],
		'a page that failed ends the list': [
			'return withoutPart({ ...result, waitMs: result.waitMs || undefined });',
			'return { ...ACCEPTED, records: list.whole() };',
		],
	},
	'test/unit/executor/check': {
		'Maximum Amount is a cent higher': [
			'if (cents <= maximumAmount) return undefined;',
			'if (cents <= maximumAmount + 1n) return undefined;',
		],
		'Maximum Total looks at the last payout only': [
			'totals.set(key, (totals.get(key) ?? 0n) + cents);',
			'totals.set(key, cents);',
		],
		'a reference may stand in two items': [
			'repeatedReference(payments),',
			'repeatedReference([]),',
		],
		'an agent may pay without being allowed to': [
			'(isTool && isPayout ? payoutRules',
			'(isTool && !isPayout ? payoutRules',
		],
		'an agent may read a whole list': [
			"response.form === 'page' && rawOf(context, 'returnAll') === true,",
			"response.form === 'page' && items.length === 0,",
		],
	},
	'test/unit/executor/report': {
		'an item says nothing of what to do next': [
			'orderReference, nextStep: `${nextStep}.` }',
			"orderReference, nextStep: '' }",
		],
		'an unknown payout is told to be safe to retry': [
			"(isUnknown(result) && result.effect !== 'payout')",
			'isUnknown(result)',
		],
		'a reversed payout is returned as made': [
			"return foundBefore(result, effect)?.outcome !== 'accepted';",
			'return foundBefore(result, effect) === undefined;',
		],
		'a whole account number stands in a message': [
			'return `…${accountNumber.slice(-4)}`;',
			'return accountNumber;',
		],
		'a payout that was sent before passes although nobody asked for it': [
			"if (whenAlreadySent !== 'returnPayout') return true;",
			"if (whenAlreadySent !== 'returnPayout') return false;",
		],
	},
	'test/unit/credential': {
		'a token of another account is used': [
			"return stored === boundToken(token, credentials) ? token : '';",
			'return token;',
		],
		'the API Key is shown in the editor': [
			"name: 'apiKey',\n\t\t\t...required,\n\t\t\ttypeOptions: { password: true },",
			"name: 'apiKey',\n\t\t\t...required,\n\t\t\ttypeOptions: { password: false },",
		],
	},
	'test/engine/otherNodes': {
		'a request that n8n repeats leaves before its token is checked': [
			"checks.get(credentials) !== 'done';",
			"checks.get(credentials) === undefined && method === '';",
		],
	},
	'test/unit/executor/deliver': {
		'what the service knows already is sent': [
			"if (answer.is === 'known') return madeBefore(answer);\n\t// The list",
			'// The list',
		],
		'a payout leaves although nobody says whether it was paid before': [
			"return answer.is === 'unclear' ? { ...answer.verdict, lookedUp } : undefined;",
			'return undefined;',
		],
		'an unclear payout is sent again': [
			'isUnknown(result) ? asOurs(result, await asks.afterLeaving(payment)) : result;',
			'isUnknown(result) ? undefined : result;',
		],
		'an unclear payout is not looked up': [
			'export const PAUSES_MS = [1_000, 3_000, 6_000];',
			'export const PAUSES_MS: number[] = [];',
		],
		'a second click pays what the service does not show yet': [
			'if (leftAloneMs > 0) {',
			'if (leftAloneMs > 600_000) {',
		],
		'a refused payout leaves again although nobody knows whether it was made': [
			"if (answer.is !== 'unclear') return undefined;",
			"if (answer.is !== 'known') return undefined;",
		],
		'a refused payout leaves again without a look-up': [
			'const isFresh = !refused && clock.now()',
			'const isFresh = clock.now()',
		],
		'what throws after a payout has left is told as not sent': [
			'if (this.hasLeft) return unknown(',
			"if (this.hasLeft && message === '') return unknown(",
		],
		'a reference that n8n’s list has leaves again': [
			'return processed.length === 0;',
			'return processed.length >= 0;',
		],
		'two runs pay the same reference at once': [
			'await inTurn(key, task, cancelSignal);',
			'await task();',
		],
		'a service that is down gets one payment more': [
			'const UNCLEAR_IN_A_ROW = 3;',
			'const UNCLEAR_IN_A_ROW = 4;',
		],
		'the pace that the service has shown is not kept': [
			'if (isPace) this.intervalMs = Math.max(this.intervalMs, namedMs);',
			'',
		],
	},
	'test/engine/brokenItems': {
		'an amount is cut at its first separator': [
			'(_, parse: string) => `((text) => ${parse}(String(text).${NONE_IF_CUT}))`,',
			'(_, parse: string) => `((text) => ${parse}(text))`,',
		],
		'a number that has lost digits becomes the text of another account': [
			"if (inexact !== undefined && typeof value === 'string') {",
			"if (inexact !== undefined && typeof value === 'symbol') {",
		],
	},
	'test/unit/executor/read': {
		'Maximum Wait is read as milliseconds': [
			'return Math.round(number * unit);',
			'return Math.round(number);',
		],
	},
	'test/unit/executor/journal': {
		'a payment is not remembered before it leaves': [
			'this.entries[keyOf(orderReference)] = { fingerprint: fingerprintOf(body) };',
			'',
		],
		'a payout leaves although n8n’s database was silent': [
			'if (!isStoreMissing(error)) throw noAnswer();',
			'',
		],
	},
	'test/unit/listSearch': {
		'a BIC with something that nobody sees goes into a payout': [
			"if (value === '' || shown(value) !== value) return [];",
			"if (value === '') return [];",
		],
	},
	'test/sandbox': {
		'the sandbox takes payouts at any pace': [
			'if (remainingMs > 0) throw paceRefusal(',
			'if (remainingMs > 1e9) throw paceRefusal(',
		],
		'a fault of the sandbox is applied once too often': [
			'if (--pending.times === 0) queue.splice(index, 1);',
			'if (pending.times-- === 0) queue.splice(index, 1);',
		],
		'the sandbox keeps older tokens where only the newest counts': [
			'if (settings.onlyNewestToken) this.expireAll();',
			'',
		],
		'the sandbox posts events to any address': [
			'if (!loopbackHost.test(new URL(call.url).hostname)) {',
			"if (call.url === '') {",
		],
	},
	'test/engine/accounts': {
		'a run pays from the account of its first item': [
			'if (field === undefined) continue;',
			'if (field !== null) continue;',
		],
	},
	'test/engine/tokens': {
		'each byte gives the service its whole time anew': [
			'getExecutionCancelSignal: { value: () => deadline },',
			'getExecutionCancelSignal: { value: () => undefined },',
		],
	},
	'test:faults --only emptyBody': {
		'a 2xx without an answer is a payout': [
			"if (!isJsonObject(body)) {\n\t\treturn unknown('The service answered with something that cannot be read');",
			'if (!isJsonObject(body)) {\n\t\treturn { ...ACCEPTED, records: [] };',
		],
	},
};
