import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Browsers beside Chromium, as far as the machine has them. They are driven by their own WebDriver: Playwright drives only builds of its own.

export interface Engine {
  name: string
  /** Errors that pages threw, as far as the browser reports them. */
  faults: string[]
  open(url: string): Promise<void>
  setCookie(url: string, name: string, value: string): Promise<void>
  setSize(width: number, height: number): Promise<void>
  /** Runs the body of a function in the page, until it returns something that is not null. */
  until<T>(script: string): Promise<T>
  /** Presses on the element that this expression names, as a mouse does, once it is there. */
  click(expression: string): Promise<void>
  /** The element that this expression names, as it is rendered: a PNG. */
  photograph(expression: string): Promise<Buffer>
  stop(): Promise<void>
}

const answerMsMax = 30_000

export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

export async function eventually<T>(attempt: () => Promise<T>, msMax = answerMsMax): Promise<T> {
  const deadline = Date.now() + msMax
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((done) => setTimeout(done, 200))
    }
  }
}

/** The body of a function that returns the middle of an element, where nothing lies over it. */
export const centerOf = (expression: string): string => `
  const element = ${expression}
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null`
