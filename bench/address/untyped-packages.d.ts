declare module 'multicoin-address-validator' {
  const validator: {
    /** Throws for a currency it does not have. */
    validate(address: string, currency: string, options: { networkType: string }): boolean;
    findCurrency(symbol: string): { readonly name: string } | null;
  };
  export default validator;
}
