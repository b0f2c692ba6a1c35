import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Prompts on the terminal, or reads line by line from a pipe. A hidden answer is not echoed while it is typed. */
export function openPrompt() {
  let isHidden = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY === true
  const reader = createInterface({ input: process.stdin, output, terminal, prompt: '' })
  const lines = reader[Symbol.asyncIterator]()
  return {
    async question(question: string, { hidden = false } = {}): Promise<string> {
      process.stdout.write(question)
      isHidden = hidden
      const { value, done } = await lines.next()
      isHidden = false
      if (hidden || !terminal) process.stdout.write('\n')
      if (done) throw new Error('There was no answer.')
      return hidden ? String(value) : String(value).trim()
    },
    close: () => reader.close(),
  }
}
