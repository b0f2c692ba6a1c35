const fileHeaderBytes = 32
const frameHeaderBytes = 12

/** The frames of a file in IVF, the container of VP8, and how many there are a second. */
export function readIvf(file: Buffer): { frames: Buffer[]; perSecond: number } {
  if (file.toString('latin1', 0, 4) !== 'DKIF' || file.toString('latin1', 8, 12) !== 'VP80')
    throw new Error('This is no IVF file with VP8.')
  const perSecond = file.readUInt32LE(16) / file.readUInt32LE(20)
  const frames: Buffer[] = []
  for (let offset = fileHeaderBytes; offset + frameHeaderBytes <= file.length; ) {
    const begin = offset + frameHeaderBytes
    offset = begin + file.readUInt32LE(offset)
    frames.push(file.subarray(begin, offset))
  }
  return { frames, perSecond }
}
