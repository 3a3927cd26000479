// Whether who listens at the server's port is the server: only it knows the token, and it proves that before it is told
// the token. Any program may listen there while the server is off.
const kEncoder = new TextEncoder();

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(16)));

// The port belongs to it, so that nobody can pass on the proof of a server at another one.
export async function proofFor({ port, token }, nonce) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', kEncoder.encode(token), algorithm, false, ['sign']);
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, kEncoder.encode(`openchrome bridge ${port} ${nonce}`))));
}
