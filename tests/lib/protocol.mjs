// Names and messages of MCP that the tests need.
export const kLegacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const kLatestLegacy = '2025-11-25';
export const kModern = '2026-07-28';

export const kMetaVersion = 'io.modelcontextprotocol/protocolVersion';
export const kMetaCapabilities = 'io.modelcontextprotocol/clientCapabilities';
export const kMetaClientInfo = 'io.modelcontextprotocol/clientInfo';
export const kMetaLogLevel = 'io.modelcontextprotocol/logLevel';
export const kMetaSubscription = 'io.modelcontextprotocol/subscriptionId';
export const kMetaServerInfo = 'io.modelcontextprotocol/serverInfo';

export const kParseError = -32700;
export const kInvalidRequest = -32600;
export const kMethodNotFound = -32601;
export const kInvalidParams = -32602;
export const kHeaderMismatch = -32020;
export const kMissingCapability = -32021;
export const kUnsupportedVersion = -32022;
export const kLegacyResourceNotFound = -32002;

export const kClientInfo = { name: 'openchrome-tests', version: '1' };

export function request(id, method, params) {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function notification(method, params) {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

// The _meta by which a request of the stateless revision says who asks.
export function claim(extra = {}) {
  return { [kMetaVersion]: kModern, [kMetaCapabilities]: {}, [kMetaClientInfo]: kClientInfo, ...extra };
}

export function claimed(params = {}, meta = {}) {
  return { ...params, _meta: { ...claim(meta), ...params._meta } };
}

export function helloParams(protocolVersion = kLatestLegacy, capabilities = {}) {
  return { protocolVersion, capabilities, clientInfo: kClientInfo };
}

export function today() {
  return new Date().toISOString().slice(0, 10);
}

// The error object that a failed tool tells as text.
export function toolError(result) {
  return JSON.parse(result.content[0].text).error;
}
