import { generateKeyPairSync } from 'node:crypto';
import { md, pki } from 'node-forge';

/** Both keys of a pair, as PEM. */
export interface Keys {
	publicKey: string;
	privateKey: string;
}

export const newKeys = (): Keys =>
	generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});

const yearMs = 365 * 24 * 60 * 60_000;

/**
 * A certificate that vouches for itself: whoever is told to trust it trusts these servers, and nobody
 * else does.
 *
 * @param hosts the names of the servers
 * @returns the certificate, as PEM
 */
export function certificateFor(hosts: string[], { publicKey, privateKey }: Keys): string {
	const certificate = pki.createCertificate();
	certificate.publicKey = pki.publicKeyFromPem(publicKey);
	certificate.serialNumber = '01';
	certificate.validity.notBefore = new Date(Date.now() - yearMs);
	certificate.validity.notAfter = new Date(Date.now() + yearMs);
	const name = [{ name: 'commonName', value: 'Stand-in on this machine' }];
	certificate.setSubject(name);
	certificate.setIssuer(name);
	certificate.setExtensions([
		{ name: 'basicConstraints', cA: true },
		{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
	]);
	certificate.sign(pki.privateKeyFromPem(privateKey), md.sha256.create());
	return pki.certificateToPem(certificate);
}
