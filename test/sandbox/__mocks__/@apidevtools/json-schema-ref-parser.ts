import { dereferenceSync } from 'dereference-json-schema';

/*
 * Stands in for a package that openapi-backend needs and that is published as an ES module only:
 * on Node 20, Jest cannot load that. Jest picks this file up by its place and name. It resolves
 * the references within one document, which is all that openapi.yaml has, by means of a package
 * that openapi-backend itself brings for the same purpose.
 */
export default {
	parse: async (document: object) => document,
	dereference: async (document: object) => dereferenceSync(document),
	resolve: async () => {
		throw new Error('The sandbox does not use this');
	},
};
