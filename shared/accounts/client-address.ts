/** The header in which the host tells the address of the client; whatever a client sends under it is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-tallyport-client-address';
