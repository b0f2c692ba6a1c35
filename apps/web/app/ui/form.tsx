import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { CircleAlert } from 'lucide-react'
import type { FieldError, ProblemData } from '../api/problem.ts'
import { needMessages } from '../i18n/area-messages.ts'
import { type T, useT } from '../i18n/context.tsx'
import { ownTextOf } from './own-text.ts'
import { type Control, errorOf } from './validity.ts'

const ProblemContext = createContext<ProblemData | null>(null)

/**
 * Shows an API problem at the right position: each field finds its own error by name, the first one gets the focus, and errors
 * that belong to no field are shown above. Wrap a form's fields in it. Browser validation errors are shown here too, in the
 * page's language.
 */
export function FormProblem({
  problem: given,
  children,
}: {
  problem: ProblemData | null | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<{ after: typeof given; problem: ProblemData; corrected: string[] }>()
  const draft = own?.after === given ? own : undefined
  const problem = useWorded(draft?.problem ?? given)
  // An error of a field that this form does not have is shown above it, like errors that belong to no field.
  const [isUnmatched, setUnmatched] = useState(false)
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    setUnmatched(problem != null && !field)
    if (!problem) return
    const target = field ?? box.current?.querySelector<HTMLElement>('[role="alert"]')
    target?.focus()
  }, [problem])

  const found = useRef<FieldError[]>([])
  const onInvalid = (event: FormEvent<HTMLDivElement>) => {
    const control = event.target as Control
    if (!box.current?.contains(control)) return
    event.preventDefault()
    // The browser reports one field after the other, all before any other task runs.
    if (found.current.push(errorOf(control)) === 1)
      setTimeout(() => {
        setOwn({ after: given, problem: { ...notFilledIn, errors: found.current }, corrected: [] })
        found.current = []
      })
  }
  const onChange = (event: FormEvent<HTMLDivElement>) => {
    const { name, validity } = event.target as Control
    if (draft && name && validity?.valid) setOwn({ ...draft, corrected: [...draft.corrected, name] })
  }
  // It can only be sent once nothing is wrong any more.
  useEffect(() => {
    const form = own && box.current?.closest('form')
    const remove = () => setOwn(undefined)
    form?.addEventListener('submit', remove)
    return () => form?.removeEventListener('submit', remove)
  }, [own])

  const left = problem?.errors.filter(({ path }) => !draft?.corrected.includes(path)) ?? []
  const shown = problem && draft ? (left.length > 0 ? { ...problem, errors: left } : null) : problem
  return (
    <ProblemContext value={shown}>
      <div ref={box} className="contents" onInvalidCapture={onInvalid} onChange={onChange}>
        <FormAlert problem={shown} isUnmatched={isUnmatched} />
        {children}
      </div>
    </ProblemContext>
  )
}
const notFilledIn = { status: 400, code: 'INVALID_INPUT', message: '', requestId: null, details: {} } as const

function FormAlert({ problem, isUnmatched }: { problem: ProblemData | null; isUnmatched: boolean }) {
  const problemText = useProblemText()
  const fields = useFieldText()
  if (!problem || (problem.errors.length > 0 && !isUnmatched)) return null
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink outline-none"
    >
      <CircleAlert className="icon mt-px" aria-hidden="true" />
      <div>
        {(problem.errors.length > 0 ? fields(problem.errors) : [problemText(problem)]).map((field) => (
          <p key={field}>{field}</p>
        ))}
        {problem.status >= 500 && problem.requestId ? (
          <p className="mt-1 text-xs opacity-80">{problem.requestId}</p>
        ) : null}
      </div>
    </div>
  )
}

/** The text of an API problem in the reader's language: the code's translation, else the server's message. A limit says when it ends. */
export function useProblemText(): (
  problem: Pick<ProblemData, 'code' | 'message'> & Partial<Pick<ProblemData, 'details'>>,
) => string {
  const t = useT()
  return ({ code, message, details }) => {
    const seconds = code === 'TOO_MANY_REQUESTS' ? details?.['retryAfter'] : undefined
    if (typeof seconds === 'number') return t('ui.tooMany', { count: Math.ceil(seconds / 60) })
    return ownTextOf(t, code) ?? t.maybe(`errors.${code}`) ?? message
  }
}

/** The error of one field, by its name or path. */
export function useFieldError(name: string | undefined): string | undefined {
  const problem = useContext(ProblemContext)
  const t = useT()
  if (!name || !problem) return undefined
  const found = problem.errors.find(({ path }) => path === name || path.endsWith(`.${name}`))
  return found && fieldText(t, found)
}

/** The text of a field's error, in the reader's language. */
function fieldText(t: T, { code, limit, message }: FieldError): string {
  if (!code) return message
  return t.maybe(`errors.${code}`) ?? t.maybe(`fields.${code}`, limit === undefined ? undefined : { limit }) ?? message
}

/** The same for fields that the form does not show, each once. */
export function useFieldText(): (errors: readonly FieldError[]) => string[] {
  const t = useT()
  return (errors) => [...new Set(errors.map((error) => fieldText(t, error)))]
}

/** An API problem whose messages are loaded: no page includes the messages of every field before an error occurs. */
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
// If they can't be loaded, the server's messages are used.
let failed = false
