import { nodeReference } from '../../../../nodes/CardBankPayments/executor/read/parameters';

describe('a reference to one item of another node', () => {
	it.each([
		["={{ $('Invoice').first().json.account }}", 'Invoice'],
		["={{$('Invoice').last().json.account}}", 'Invoice'],
		['={{ $("Client\'s form").first().json["Account Number"] }}', "Client's form"],
		["={{ $('Get row(s) 2').first().json.body['Account Number'].$ref }}", 'Get row(s) 2'],
	])('is recognized: %s', (raw, node) => {
		expect(nodeReference(raw)).toBe(node);
	});

	it.each<unknown>([
		"$('Invoice').first().json.account",
		"={{ $('Invoice').item.json.account }}",
		"={{ $('Invoice').all()[0].json.account }}",
		"={{ $('Invoice').first(0, $runIndex).json.account }}",
		"={{ $('Invoice').first().json }}",
		"={{ $('Invoice').first().binary.account }}",
		"={{ $('Invoice').first().json.account.toString() }}",
		"={{ $('Invoice').first().json[$json.name] }}",
		"={{ $('Invoice').first().json['a' + 'b'] }}",
		"={{ $('Invoice').first()?.json.account }}",
		"={{ $('Invoice' + $json.name).first().json.account }}",
		'={{ $(`Invoice`).first().json.account }}',
		'={{ $($json.name).first().json.account }}',
		"={{ $('').first().json.account }}",
		"={{ $('Invo\\u0069ce').first().json.account }}",
		"={{ $('Invoice').first().json['a\\'b'] }}",
		"={{ $('a }} {{ b').first().json.account }}",
		"={{ $('Invoice').first().json.account }} ",
		"=ACC-{{ $('Invoice').first().json.account }}",
		"= {{ $('Invoice').first().json.account }}",
		"={{ $('Invoice').first().json.account || $json.account }}",
		"={{ $('Invoice').first().json.account }}{{ $json.account }}",
		'={{ $node["Invoice"].json.account }}',
		'={{ $items("Invoice")[0].json.account }}',
		"={{ $('Invoice').itemMatching(0).json.account }}",
		"={{ $('Payments').params.amount }}",
		"={{ $('Form').all()[$itemIndex].json.items }}",
		{ value: "={{ $('Invoice').first().json.account }}" },
		undefined,
	])('is nothing else: %j', (raw) => {
		expect(nodeReference(raw)).toBeUndefined();
	});
});
