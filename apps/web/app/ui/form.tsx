import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import type { FieldError, ProblemData } from '../api/problem.ts'
import { needMessages } from '../i18n/area-messages.ts'
import { type T, useT } from '../i18n/context.tsx'
import { type Control, errorOf } from './validity.ts'

const ProblemContext = createContext<ProblemData | null>(null)

/**
 * Shows a refusal where it belongs: each field finds its own error by name, the first one gets the focus, and what belongs
 * to no field stands above them. Wrap a form's fields in it. What the browser itself refuses is said here too, in the page's language.
 */
export function FormProblem({
  problem: given,
  children,
}: {
  problem: ProblemData | null | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<{ after: typeof given; problem: ProblemData; mended: string[] }>()
  const held = own?.after === given ? own : undefined
  const problem = useWorded(held?.problem ?? given)
  // An error of a field that this form does not have stands above it, like what belongs to no field.
  const [isHomeless, setHomeless] = useState(false)
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    setHomeless(problem != null && !field)
    if (!problem) return
    const target = field ?? box.current?.querySelector<HTMLElement>('[role="alert"]')
    target?.focus()
  }, [problem])

  const found = useRef<FieldError[]>([])
  const onInvalid = (event: FormEvent<HTMLDivElement>) => {
    const control = event.target as Control
    if (!box.current?.contains(control)) return
    event.preventDefault()
    // The browser tells of one field after the other, all before anything else happens.
    if (found.current.push(errorOf(control)) === 1)
      setTimeout(() => {
        setOwn({ after: given, problem: { ...notFilledIn, errors: found.current }, mended: [] })
        found.current = []
      })
  }
  const onChange = (event: FormEvent<HTMLDivElement>) => {
    const { name, validity } = event.target as Control
    if (held && name && validity?.valid) setOwn({ ...held, mended: [...held.mended, name] })
  }
  // It can only be sent once nothing is wrong any more.
  useEffect(() => {
    const form = own && box.current?.closest('form')
    const forget = () => setOwn(undefined)
    form?.addEventListener('submit', forget)
    return () => form?.removeEventListener('submit', forget)
  }, [own])

  const left = problem?.errors.filter(({ path }) => !held?.mended.includes(path)) ?? []
  const shown = problem && held ? (left.length > 0 ? { ...problem, errors: left } : null) : problem
  return (
    <ProblemContext value={shown}>
      <div ref={box} className="contents" onInvalidCapture={onInvalid} onChange={onChange}>
        <FormAlert problem={shown} isHomeless={isHomeless} />
        {children}
      </div>
    </ProblemContext>
  )
}
const notFilledIn = { status: 400, code: 'INVALID_INPUT', message: '', requestId: null, details: {} } as const

function FormAlert({ problem, isHomeless }: { problem: ProblemData | null; isHomeless: boolean }) {
  const words = useProblemWords()
  const fields = useFieldWords()
  if (!problem || (problem.errors.length > 0 && !isHomeless)) return null
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink outline-none"
    >
      <CircleAlert className="icon mt-px" aria-hidden="true" />
      <div>
        {(problem.errors.length > 0 ? fields(problem.errors) : [words(problem)]).map((one) => (
          <p key={one}>{one}</p>
        ))}
        {problem.status >= 500 && problem.requestId ? (
          <p className="mt-1 text-xs opacity-80">{problem.requestId}</p>
        ) : null}
      </div>
    </div>
  )
}

/** A refusal in the reader's words: the code's translation, else the server's message. */
export function useProblemWords(): (problem: Pick<ProblemData, 'code' | 'message'>) => string {
  const t = useT()
  return (problem) => t.maybe(`errors.${problem.code}`) ?? problem.message
}

/** The error of one field, by its name or path. */
export function useFieldError(name: string | undefined): string | undefined {
  const problem = useContext(ProblemContext)
  const t = useT()
  if (!name || !problem) return undefined
  const found = problem.errors.find(({ path }) => path === name || path.endsWith(`.${name}`))
  return found && fieldWords(t, found)
}

/** What is wrong with a field, in the reader's words. */
function fieldWords(t: T, { code, limit, message }: FieldError): string {
  if (!code) return message
  return t.maybe(`errors.${code}`) ?? t.maybe(`fields.${code}`, limit === undefined ? undefined : { limit }) ?? message
}

/** The same for fields that the form does not show, each once. */
export function useFieldWords(): (errors: readonly FieldError[]) => string[] {
  const t = useT()
  return (errors) => [...new Set(errors.map((one) => fieldWords(t, one)))]
}

/** A refusal whose words are there: no page carries those of every field before one is wrong. */
export function useWorded(problem: ProblemData | null | undefined): ProblemData | null {
  const t = useT()
  const [, came] = useState<ProblemData>()
  const waits = problem?.errors.some(({ code }) => code) && !failed && t.maybe('fields.WRONG') === undefined
  useEffect(() => {
    if (!problem || !waits) return
    void needMessages('fields')
      .catch(() => {
        failed = true
      })
      .finally(() => came(problem))
  }, [problem, waits])
  return waits ? null : (problem ?? null)
}
// Where they can't be had, the server's words will do.
let failed = false
