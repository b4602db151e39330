/** The header in which the host tells the address of the client; whatever a client sends under it is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-tallyport-client-address';

/** The header in which the host tells the origin that people reach us under, where it is not a setting; likewise ours alone. */
export const VIEWER_ORIGIN_HEADER = 'x-tallyport-viewer-origin';

/**
 * What one sender has to itself: an IPv4 address, or the first 64 bits of an IPv6 address (a household gets that many
 * addresses). What is neither is taken as it is.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(8 - groups.length - rest.length, 0);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
