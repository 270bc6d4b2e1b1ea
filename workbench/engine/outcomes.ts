import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Details of an item that did not end as accepted; empty for one that did. */
export function detailsOf({ json }: INodeExecutionData): IDataObject {
	return (json.details ?? (json.outcome === undefined ? {} : json)) as IDataObject;
}

/** How each item ended. */
export function outcomesOfItems(items: INodeExecutionData[]): string[] {
	return items.map((item) => String(detailsOf(item).outcome ?? 'accepted'));
}
