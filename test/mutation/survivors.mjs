import path from 'node:path';

/** Names each change that nobody has noticed, as soon as it is known. */
class Survivors {
	onMutantTested({ status, fileName, location, mutatorName, replacement }) {
		if (!['Survived', 'NoCoverage'].includes(status)) return;
		const { line, column } = location.start;
		const place = `${path.relative('', fileName)}:${line}:${column}`;
		console.log(`survived: ${place} ${mutatorName} → ${replacement}`);
	}
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: Survivors }];
