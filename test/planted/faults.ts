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
		'a token that is refused again and again is fetched once more': [
			'const TOKEN_TRIES = 4;',
			'const TOKEN_TRIES = 5;',
		],
		'a token that the service repeats stands in a record': [
			'if (secret.length < SHORTEST_TOKEN || !text.includes(secret)) return response;',
			'if (secret || text) return response;',
		],
	},
	'test/unit/executor/proof': {
		'a 408 is taken for a refusal': [
			'new Set([400, 404, 405, 413,',
			'new Set([400, 404, 405, 408, 413,',
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
		'a payout to another account is taken for ours': [
			"return isWhole && !ours.includes(shown) ? 'another' : 'unclear';",
			"return 'same';",
		],
		'a payout of another amount is taken for ours': [
			"return debited - fee <= cents ? 'same' : 'another';",
			"return 'same';",
		],
		'Retry-After is read as milliseconds': [
			'test(text) ? Number(text) * UNIT_MS.s : undefined;',
			'test(text) ? Number(text) : undefined;',
		],
		'a 503 with Retry-After is sent again': [
			'if (isUnknown(outcomeOfStatus(response))) return undefined;',
			'',
		],
		"a proxy's 404 is taken for the service's word": [
			'return status === 404 && isOfUs;',
			'return status === 404;',
		],
		'an account number that the service repeats stands in a message': [
			'return shown(withoutAccount(text, plainText(accountNumber)));',
			'return shown(text);',
		],
	},
	'test/unit/executor/service/pages': {
		'a list that moved is put out as the whole': [
			"if (overlap > 0 && records[0]?.id !== last) return 'changed';",
			'',
		],
		'a page that failed ends the list': [
			'return { ...result, waitMs: result.waitMs || undefined };',
			'return { ...ACCEPTED, records: [...byId.values()] };',
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
			"return whenAlreadySent !== 'passThrough';",
			'return false;',
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
			"(!isRepeated || check === 'good')",
			"(!isRepeated || check !== 'test')",
		],
	},
	'test/unit/executor/deliver': {
		'an unclear payout that the service does not know is sent again': [
			'if (found === undefined) return ended({ ...result, lookedUp });',
			"if (found === undefined) return { at: 'ready' };",
		],
		'a refused payout leaves again although nobody knows whether it was made': [
			"if (proves === 'nothing' || proves === 'notAllowed') {",
			"if (proves === 'notAllowed') {",
		],
		'a refused payout leaves again without a look-up': [
			"(refused ? { at: 'held', refused } : { at: 'ready' })",
			"({ at: 'ready', refused })",
		],
		'what throws after a payout has left is told as not sent': [
			'const isOpen = hasLeft(step) || (step.at',
			'const isOpen = (step.at',
		],
		'an unclear payout is not looked up': [
			'export const PAUSES_MS = [1_000, 3_000, 6_000];',
			'export const PAUSES_MS: number[] = [];',
		],
		'a service that is down gets one payment more': [
			'const UNKNOWN_IN_A_ROW = 3;',
			'const UNKNOWN_IN_A_ROW = 4;',
		],
		'the pace that the service has shown is not kept': [
			'if (isShown && paceMs <= Math.min(2 * shownMs, LONGEST_PACE_MS)) this.paceMs = paceMs;',
			'',
		],
	},
	'test/engine/promises': {
		'references that wait stay reserved': [
			'if (this.pace.isSet || this.pauseMs > RESERVED_BEFORE_MS) await this.releaseQueue();',
			'if (this.pace === undefined) await this.releaseQueue();',
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
			'this.entries[keyOf(orderReference)] = entry;',
			'',
		],
		'a refused reference stays reserved': [
			'const release = [...this.reserved].filter((reference) => !isSent(reference));',
			'const release: string[] = [];',
		],
		'a reference that was released meanwhile is written, and reserved by nobody': [
			'rounds.set(mark, [...(standing?.[1] ?? []), ...fresh]);',
			'rounds.set(mark, standing?.[1] ?? fresh);',
		],
		'a release that another process undoes is taken for done': [
			'return parts.length === 0;',
			'return true;',
		],
		'a question makes the list forget': [
			"const ASKED = { mode: 'entries' }",
			"const ASKED = { mode: 'entries', maxEntries: REMEMBERED_REFERENCES }",
		],
		'the marks of one process fill the list': ['lastMarks.set(this.name, marks);', ''],
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
	'test/engine/(promises|scenarios)': {
		'a payout leaves although the store was silent': [
			'throw new OperationalError(failed);',
			'return [];',
		],
	},
	'test:faults --only emptyBody': {
		'a 2xx without an answer is a payout': [
			'return isJsonObject(body) ? judgeCreated(body, payment) : UNREADABLE;',
			'return isJsonObject(body) ? judgeCreated(body, payment) : { ...ACCEPTED, records: [] };',
		],
	},
};
