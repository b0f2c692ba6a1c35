/** A problem with a message for the person at the terminal; shown without a stack. */
export class PlainError extends Error {}

/** Runs a script's main function; problems become one plain message and exit code 1. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0
  } catch (error) {
    const { code, path } = error
    if (error instanceof PlainError) console.error(error.message)
    else if (code === 'ENOSPC')
      console.error(`The disk is full${path ? ` (${path})` : ''}. Free some space and start again.`)
    else if (code === 'EACCES' || code === 'EROFS') console.error(`This account may not use ${path}.`)
    else console.error(error)
    process.exitCode = 1
  }
}
