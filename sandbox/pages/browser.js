/*
 * Runs in the browser, on the overview. Every control is an entry of the control API: its element
 * says which one (data-path, data-method) and with what (data-body), and a form adds its number.
 */
const live = document.querySelector('#live');
const said = document.querySelector('[role=status]');
const operation = document.querySelector('#operation');
const pace = document.querySelector('#pace');

/** Often enough to follow along, seldom enough to select text in peace. */
const followMs = 1000;

/** Carries out an entry of the control API and says what became of it. */
async function steer({ dataset }, values = {}) {
	const body = dataset.body && { ...JSON.parse(dataset.body), ...values };
	if (dataset.path === 'faults' && body) body.operation ??= operation.value;
	const answer = await fetch(`/_sandbox/${dataset.path}`, {
		method: dataset.method ?? 'POST',
		headers: { 'content-type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	said.textContent = answer.ok ? dataset.done : (await answer.json()).message;
	await follow();
}

/** Takes over what has changed since; a pace that somebody is typing stays as it is. */
async function follow() {
	const text = await (await fetch('/')).text();
	if (text === follow.last) return;
	follow.last = text;
	const page = new DOMParser().parseFromString(text, 'text/html');
	live.innerHTML = page.querySelector('#live').innerHTML;
	if (document.activeElement !== pace) pace.value = page.querySelector('#pace').value;
}

const sayWhy = (error) => {
	said.textContent = `The sandbox cannot be reached: ${error.message}`;
};

document.addEventListener('click', ({ target }) => {
	const button = target.closest('button[data-path]');
	if (button) steer(button).catch(sayWhy);
});
document.addEventListener('submit', (event) => {
	event.preventDefault();
	const numbers = [...new FormData(event.target)].map(([name, text]) => [name, Number(text)]);
	steer(event.target, Object.fromEntries(numbers)).catch(sayWhy);
});
// A page in the background asks for nothing. What cannot be reached now is asked again next time.
setInterval(() => document.hidden || follow().catch(() => undefined), followMs);
