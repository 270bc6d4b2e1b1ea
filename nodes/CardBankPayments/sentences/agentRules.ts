/** Why an AI agent may not do something, and what the builder of its workflow does about it. */
export const agentRules = {
	wholeList: {
		says: 'An AI agent may not read a whole list',
		nextStep: 'The builder turns Return All off, and sets Limit.',
	},
	tooManyRecords: ({ most }: { most: string }) => ({
		says: `An AI agent may read at most ${most} records of a list`,
		nextStep: 'The builder lowers Limit, or tells the agent to ask for fewer.',
	}),
	noExecution: {
		says: 'A payout is remembered in the execution of a workflow, and here n8n runs this node without one',
		nextStep: 'The builder gives the agent a workflow with this node as its tool.',
	},
	noPayouts: {
		says: 'An AI agent may not make payouts with this node',
		nextStep:
			'The builder allows it by the option Agent Payouts (a fixed value, not an expression), Maximum Amount and Maximum per Day.',
	},
	fixedOption: ({ option }: { option: string }) => ({
		says: `The option ${option} must be a fixed value when an AI agent makes payouts`,
		nextStep: 'The builder gives every option of the node a fixed value.',
	}),
	noMaximumAmount: {
		says: 'An AI agent may only make payouts up to a Maximum Amount, and none is set',
		nextStep: 'The builder adds the option Maximum Amount to the node.',
	},
	noMaximumPerDay: {
		says: 'An AI agent may only make payouts up to a Maximum per Day, and none is set',
		nextStep: 'The builder adds the option Maximum per Day to the node.',
	},
	chosenByBuilder: ({ field, name }: { field: string; name: string }) => ({
		says: `For an AI agent, ${field} must be one of: a fixed value; {{ $('Node').first().json.${name} }}`,
		nextStep:
			'The builder enters it in this form, or sets the option Agent Payouts to Allow to Any Beneficiary.',
	}),
	sameInEachRetry: ({ field, name }: { field: string; name: string }) => ({
		says: `For an AI agent, ${field} must be one of: a fixed value; {{ $fromAI('${name}') }}; {{ $('Node').first().json.${name} }}`,
		nextStep:
			'The builder enters it in this form: anything else can change from one retry to the next, and would pay again.',
	}),
};
