// n8n reads the `n8n` section of package.json; this entry serves plain `require` of the package.
const { CardBankPayments } = require('./dist/nodes/CardBankPayments/CardBankPayments.node.js');
const { CardBankPaymentsApi } = require('./dist/credentials/CardBankPaymentsApi.credentials.js');

module.exports = { CardBankPayments, CardBankPaymentsApi };
