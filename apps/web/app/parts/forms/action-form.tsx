import { type ComponentProps, type ComponentType, type FormEvent, useEffect, useRef } from 'react'
import { Form, type FormProps, useActionData, useFetcher, useLocation, useNavigation } from 'react-router'
import type { FormAction, FormAnswer } from '../../api/form-answer.ts'
import type { ProblemData } from '../../api/problem.ts'
import { FormProblem } from '../../ui/form.tsx'
import { useHashedSubmit } from '../account/hashed-password.ts'

export interface ActionFormState<Done, Field extends string> {
  /** The form element: it navigates, or stays on the page. */
  Form: ComponentType<FormProps>
  /** Sent with the form; none where its buttons name it. */
  intent: string | undefined
  busy: boolean
  /** Which of several intents is being sent. */
  sending: string | null
  problem: ProblemData | null
  /** What the action's `onDone` gave, once it succeeded. */
  done: Done | null
  /** What was typed in the fields that the action keeps, after an error. */
  typed: { [F in Field]?: string }
  /** A code for step-up authentication was mailed, without scripts. */
  isMailed: boolean
  /** The name of a field, which the call must have. */
  name: (field: Field) => string
}

type Parts<A> =
  A extends FormAction<infer Done, infer Field, infer Intent> ? { done: Done; field: Field; intent: Intent } : never
type IntentOf<A> = (Parts<A>['intent'] & string)[]
type State<A> = ActionFormState<Parts<A>['done'], Parts<A>['field']>

/**
 * The form of a page whose `action` was made by `formAction`: `useActionForm<typeof action>()`; one of several forms made by
 * `formActions` is `useActionForm<typeof action.save>('save')`. A form with a button for each intent names them all.
 */
export function useActionForm<A>(...intents: IntentOf<A>): State<A> {
  const { formAction, formData } = useNavigation()
  const { pathname } = useLocation()
  return stateOf<A>(Form, intents, useActionData(), formAction?.split('?')[0] === pathname ? formData : undefined)
}

/** The same for a form after which the page stays as it is, such as one row of a list: no other form shows its error. */
export function useInPlaceForm<A>(...intents: IntentOf<A>): State<A> {
  const fetcher = useFetcher<FormAnswer<unknown>>()
  return stateOf<A>(fetcher.Form, intents, fetcher.data, fetcher.formData)
}

function stateOf<A>(
  form: ComponentType<FormProps>,
  intents: readonly string[],
  given: unknown,
  sent: FormData | undefined,
) {
  const answer = given as Partial<FormAnswer<unknown>> | undefined
  const sending = sent ? String(sent.get('intent') ?? '') : null
  // A form that names no intent takes the first of its page.
  const isNamed = (intent: string) => !intent || intents.length === 0 || intents.includes(intent)
  // A lost connection belongs to no form in particular.
  const isOurs = !answer?.intent || isNamed(answer.intent)
  return {
    Form: form,
    intent: intents.length === 1 ? intents[0] : undefined,
    busy: sending !== null && isNamed(sending),
    sending,
    problem: (isOurs && answer?.problem) || null,
    done: isOurs ? (answer?.done ?? null) : null,
    typed: (isOurs && answer?.typed) || {},
    isMailed: isOurs && answer?.isMailed === true,
    name: (field: string) => field,
  } as State<A>
}

interface ActionFormProps<Field extends string> extends Omit<ComponentProps<typeof Form>, 'method' | 'form'> {
  form: ActionFormState<unknown, Field>
  /** Fields that hold a password: hashed before they are sent, where the installation requires it. */
  passwords?: readonly NoInfer<Field>[]
}

const doublePressMs = 600

/** Works without scripts. Errors are shown at their fields, and above them where they belong to none. */
export function ActionForm<Field extends string>({ form, passwords = [], children, ...rest }: ActionFormProps<Field>) {
  const hash = useHashedSubmit(passwords)
  const { Form } = form
  const lastSubmit = useRef(Number.NEGATIVE_INFINITY)
  // What was sent is answered: the next press is another one, however soon it comes.
  useEffect(() => {
    if (!form.busy) lastSubmit.current = Number.NEGATIVE_INFINITY
  }, [form.busy])
  // The button is busy only with the next render: a second press before it would send the form twice.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.busy || event.timeStamp - lastSubmit.current < doublePressMs) return event.preventDefault()
    lastSubmit.current = event.timeStamp
    if (passwords.length > 0) hash(event)
  }
  return (
    <Form method="post" onSubmit={onSubmit} {...rest}>
      <FormProblem problem={form.problem}>
        {form.intent ? <input type="hidden" name="intent" value={form.intent} /> : null}
        {children as never}
      </FormProblem>
    </Form>
  )
}
