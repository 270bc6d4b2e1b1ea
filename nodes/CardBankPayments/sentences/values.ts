/** Behind the name of a field, or alone in a next step. */
const plainReference = `use letters and digits only: in the sheet =REGEXREPLACE(A2,"[^A-Za-z0-9]",""), in n8n {{ $json.ref.replace(/[^A-Za-z0-9]/g, '') }}`;

const retype = 'format the column as text and type it again';

const inexact = `a number that cannot be held exactly: of a number, spreadsheets keep only 15 digits; ${retype}`;

/** What spreadsheets and expressions make of a value; `found` is the part that shows it. */
const broken = {
	exponent: `has an exponent: Excel has shortened this number; ${retype}`,
	marked: ({ found }: { found: string }) =>
		`begins with "${found}", with which a spreadsheet marks a cell; type the value alone`,
	narrow: ({ found }: { found: string }) =>
		`is "${found}"; make the column wider, or format it as text`,
	missing: ({ found }: { found: string }) =>
		`contains "${found}", which stands for a missing value; correct the formula in the sheet or the expression`,
	lostLetter: ({ found }: { found: string }) =>
		`has lost a letter, now "${found}"; save the file as CSV UTF-8, and type the letter again`,
	emptyCell: 'is 0, as a formula gives for an empty cell; fill it in',
	separators: `has decimals or separators, as an amount; ${retype}`,
	covered: 'is covered in part, or has no digits; enter the whole number',
	number: 'is a number; enter the name',
};

/** A sign that nobody sees, and where in the text it stands. */
const unseen = {
	contains: ({ code, sign, place }: { code: string; sign: string; place: string }) =>
		`contains U+${code} (${sign}) ${place}; type it again`,
	inFront: 'in front',
	behind: ({ nth }: { nth: string }) => `behind the ${nth} sign`,
	signs: {
		direction: 'a mark that WhatsApp adds',
		beginning: 'a mark that begins a file',
		lineBreak: 'a line break',
		tab: 'a tab',
		space: 'a space of another kind',
		other: 'a sign that nobody can see',
	},
};

/** What an expression has made of the amounts in a row, and nobody means. */
const misread = {
	joined: ({ value }: { value: string }) =>
		`is ${value}, one text behind another; to add them, write Number() around each`,
	cents: ({ value }: { value: string }) =>
		`is ${value}, which counts the cents as whole money; keep a dot before them, e.g. 1500.50`,
	cut: ({ value }: { value: string }) =>
		`is ${value}, the beginning of a longer number; remove what separates its thousands, and put a dot before its cents, e.g. 1500.50`,
};

/** What is wrong with the value of a field: each goes on behind the field's name. */
export const values = {
	empty: 'is empty',
	emptyExpression: 'is empty; correct its expression, or clear it',
	emptyAdded: 'was added but is empty',
	emptyPart: ({ expression }: { expression: string }) =>
		`uses ${expression}, which is empty; fill it in, or write ?? '' in it if it may be empty`,
	inexact: `arrived as ${inexact}`,
	inexactPart: ({ expression }: { expression: string }) => `uses ${expression}, ${inexact}`,
	notWhole: `arrived as a number that is not whole; ${retype}`,
	notText: ({ value }: { value: string }) => `is ${value}; it must be text`,
	whiteSpace: 'starts or ends with white space; remove it: in the sheet =TRIM(A2), in n8n .trim()',
	tooLong: ({ length, most }: { length: number; most: number }) =>
		`is ${length} characters long; at most ${most} are sent`,
	broken,
	unseen,
	notAmount: ({ value }: { value: string }) =>
		`is ${value}; enter digits with at most two decimals, e.g. 1500 or 1500.50, without spaces, signs or thousands separators`,
	zero: 'is 0; enter an amount of more than zero',
	tooLarge: ({ value }: { value: string }) =>
		`is ${value}, too large to be held exactly to the cent`,
	misread,
	plainReference,
	notLookedUp: ({ value }: { value: string }) =>
		`is ${value}, which cannot be looked up; ${plainReference}`,
	notDay: ({ value }: { value: string }) =>
		`is ${value}; write the day as YYYY-MM-DD, e.g. 2026-11-23`,
	notLimit: ({ value }: { value: string }) => `is ${value}; use a whole number of 1 or more`,
	oneChoice: ({ value, choices }: { value: string; choices: string }) =>
		`is ${value}; it must be ${choices}`,
	choices: ({ value, choices }: { value: string; choices: string }) =>
		`is ${value}; use one of ${choices}`,
	fixedChoice: ({ value, choices }: { value: string; choices: string }) =>
		`is ${value}; choose one of ${choices}, without an expression`,
	unreadable: ({ why }: { why: string }) => `could not be read: ${why}`,
	/** In the place of a value that cannot be shown. */
	kinds: { list: 'a list', date: 'a date', object: 'an object' },
};
