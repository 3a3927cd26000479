// Reads pictures as far as tests need it: the size of PNG, JPEG and WebP, and the pixels of a PNG.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

// { format, width, height } of the bytes.
export function sizeOf(bytes) {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')))
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
  assert.equal(bytes.readUInt16BE(0), 0xffd8, 'neither PNG nor WebP nor JPEG');
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { format: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
}

function webpSize(bytes) {
  const kind = bytes.toString('latin1', 12, 16);
  const size = (width, height) => ({ format: 'webp', width, height });
  if (kind === 'VP8X') return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ') return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  assert.equal(kind, 'VP8L');
  const bits = bytes.readUInt32LE(21);
  return size((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

// An image block, its base64 and type checked: its bytes.
export function bytesOf(block) {
  assert.equal(block.type, 'image');
  const bytes = Buffer.from(block.data, 'base64');
  assert.equal(bytes.toString('base64'), block.data, 'proper base64');
  assert.equal(block.mimeType, `image/${sizeOf(bytes).format}`);
  return bytes;
}

// The pixels of a PNG with eight bits a channel: { width, height, at(x, y) → [red, green, blue] }.
export function pixelsOf(block) {
  const bytes = bytesOf(block);
  const { width, height } = sizeOf(bytes);
  const [depth, kind] = [bytes[24], bytes[25]];
  assert.equal(depth, 8);
  assert.ok(kind === 2 || kind === 6, `colour type ${kind}`);
  const channels = kind === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const at = (x, y) => [...rows[y].subarray(x * channels, x * channels + 3)];
  return { width, height, at };
}

function unfiltered(data, stride, height, step) {
  const rows = [];
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; ++y) {
    const filter = data[y * (stride + 1)];
    const row = Buffer.from(data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let i = 0; i < stride; ++i) {
      const left = i >= step ? row[i - step] : 0;
      const corner = i >= step ? above[i - step] : 0;
      const guess = [0, left, above[i], (left + above[i]) >> 1, paeth(left, above[i], corner)][filter];
      row[i] = (row[i] + guess) & 0xff;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}
