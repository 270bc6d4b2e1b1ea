import { asSum, asWhole } from '../../../../nodes/CardBankPayments/executor/read/parts';

describe('an amount', () => {
	it.each([
		['={{ $json.a + $json.b }}', '{{ $json.a - - $json.b }}'],
		['={{ $json["a"]+$json.b.c }}', '{{ $json["a"]- -$json.b.c }}'],
		['={{ $json.a + ($json.b || 0) }}', '{{ $json.a - - ($json.b || 0) }}'],
		["={{ $json.a + $('Set').item.json.b }}", "{{ $json.a - - $('Set').item.json.b }}"],
		['={{ $json.a }}{{ $json.b }}', '{{ $json.a - - $json.b }}'],
		['={{ $json.a+($json.b || 0) }}', '{{ $json.a- -($json.b || 0) }}'],
		['={{ ($json.a + $json.b).trim() }}', '{{ ($json.a - - $json.b).toString().trim() }}'],
		['={{ $json["a + b"] + $json[\'c + d\'] }}', '{{ $json["a + b"] - - $json[\'c + d\'] }}'],
		['={{ $json["a/b"] + $json["c/d"] }}', '{{ $json["a/b"] - - $json["c/d"] }}'],
		[
			"={{ $('A/B').item.json.a + $('C').item.json.b }}",
			"{{ $('A/B').item.json.a - - $('C').item.json.b }}",
		],
		["={{ $json['it\\'s a + b'] + $json.b }}", "{{ $json['it\\'s a + b'] - - $json.b }}"],
		[
			"={{ f($json.a.replace(/'/g, '')) + f($json.b.replace(/[/']/g, '')) + $json.c }}",
			"{{ f($json.a.replace(/'/g, '')) - - f($json.b.replace(/[/']/g, '')) - - $json.c }}",
		],
	])('%s is added as %s', (raw, sum) => expect(asSum(raw)).toBe(sum));

	it.each([
		'={{ $json.a }}',
		"={{ $json.a + '.' + $json.b }}",
		'={{ $json.a }}.{{ $json.b }}',
		'={{ $json["a + b"] }}',
		'={{ +$json.a }}',
		'={{ (() => { let sum = 0; sum += 1; sum++; return sum })() }}',
		...[
			String.raw`\d+(\.\d+)?`,
			'[0-9]+$',
			'[A-Z]+ (.*)',
			'[0-9]+ TZS',
			'[0-9]+([.][0-9]+)?',
			String.raw`\s+TZS`,
		].map((pattern) => `={{ Number($json.a.match(/${pattern}/)?.[0] ?? 0) }}`),
		"={{ $json.a.replace(/[^0-9+]+/g, '') }}",
		'={{ /[0-9]+([.][0-9]+)?/.exec($json.a)?.[0] ?? 0 }}',
		'1 + 1',
		150,
	])('%s is none of several', (raw) => expect(asSum(raw)).toBeUndefined());

	it.each([
		'={{ $json.a }}',
		'={{ Number($json.a) }}',
		'={{ $json.parseInt(1) }}',
		'={{ myParseInt }}',
		'parseInt(1)',
		7,
	])('%s cuts nothing off', (raw) => expect(asWhole(raw)).toBeUndefined());
});
