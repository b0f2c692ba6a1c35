import { endpoints } from '@fanlight/contract'
import { password } from '@fanlight/contract/fields'
import { type ActionFunctionArgs, data } from 'react-router'
import type { z } from 'zod'
import type { AnyRequestInput, Reply, RequestArgs, RequestInput, Route } from './contract.ts'
import { formDataOf } from './form-data.server.ts'
import type { FieldOf, FormAction, FormAnswer, FormIntents } from './form-answer.ts'
import { asProblem, asUpdateProblem } from './problem.ts'
import { type Api, apiOf } from './request-context.ts'

// The action of a page: it reads the submitted form as the call's schema says, sends the call as the visitor, and answers in one shape,
// which `useActionForm` reads. The API validates; an error finds its field by the same name.

export interface Submitted extends ActionFunctionArgs {
  form: FormData
  /** The trimmed text of one field; '' where it is missing. */
  text: (name: string) => string
  api: Api
}

type Fields = NonNullable<Parameters<typeof asProblem>[1]>

interface AnswerOptions<Shown extends string> {
  /** Fields whose text the page shows again after an error. Never a password. */
  keep?: readonly Shown[]
  /** The field at which an error code is shown. */
  fields?: Fields | ((submitted: Submitted) => Fields)
  /** The text for an error that has none of its own is "could not be saved". */
  isUpdate?: boolean
}

interface FormOptions<R extends Route, Done, Shown extends string> extends AnswerOptions<Shown> {
  /** Parts of the request that are not fields of the same name, such as the page to return to. */
  input?: (submitted: Submitted) => AnyInput<R> | Promise<AnyInput<R>>
  /** Reads the whole request from the form instead, where an absent field does not mean that it is empty. */
  read?: (submitted: Submitted) => RequestInput<R>
  /** What the page gets to show, or a redirect. */
  onDone?: (reply: Reply<R> extends { data: infer D } ? D : never, submitted: Submitted) => Done | Promise<Done>
}
type AnyInput<R extends Route> = { [K in 'params' | 'query' | 'body']?: Partial<RequestInput<R>[K]> }

/** The action of a form that sends one call. */
export function formAction<R extends Route, Done = true, Shown extends string = never>(
  route: R,
  options: FormOptions<R, Done, Shown> = {},
): FormAction<Exclude<Done, Response>, FieldOf<R> | Shown> {
  const spec: EndpointShape & { route: Route } = endpoints[route]
  const isStepUp = 'mailedCode' in shapeOf(spec.body)
  return customFormAction(
    async (submitted) => {
      const { form, params, api } = submitted
      // Browsers without scripts submit the whole form to request an emailed code.
      if (isStepUp && form.has('mailCode')) {
        await api.call('POST /auth/confirmation/code')
        return codeMailed
      }
      const extra: AnyRequestInput = (await options.input?.(submitted)) ?? {}
      const key = spec.idempotent === 'none' ? '' : submitted.text('idempotencyKey')
      const input: AnyRequestInput = options.read?.(submitted) ?? {
        ...(spec.params && { params: { ...params, ...valuesOf(spec.params, form), ...(extra.params as object) } }),
        ...(spec.query && { query: { ...valuesOf(spec.query, form), ...(extra.query as object) } }),
        ...(spec.body && { body: { ...valuesOf(spec.body, form), ...(extra.body as object) } }),
        ...(key && { key }),
      }
      const reply = (await api.call(route, ...([input] as RequestArgs<R>))) as { data: never }
      return options.onDone ? options.onDone(reply.data, submitted) : (true as Done)
    },
    {
      ...options,
      fields: (submitted) => ({
        ...(isStepUp && { INCORRECT_CREDENTIALS: 'currentPassword' }),
        ...fieldsFor(options.fields, submitted),
      }),
    },
  )
}

const fieldsFor = (fields: AnswerOptions<string>['fields'], submitted: Submitted): Fields =>
  (typeof fields === 'function' ? fields(submitted) : fields) ?? {}
const codeMailed = Symbol('a code was mailed')

/** For what is more than one call, or a call that depends on what was submitted: same errors, same answer. */
export function customFormAction<Done, Field extends string = never>(
  work: (submitted: Submitted) => Promise<Done | typeof codeMailed>,
  { keep = [], fields, isUpdate = false }: AnswerOptions<string> = {},
): FormAction<Exclude<Done, Response>, Field> {
  return async (args) => {
    const form = await formDataOf(args.request)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const { intent } = args as { intent?: string }
    const submitted = { ...args, form, text, api: apiOf(args.context) }
    const answer = {
      problem: null,
      done: null,
      intent,
      typed: Object.fromEntries(keep.map((name) => [name, text(name)])),
    }
    try {
      const done = await work(submitted)
      if (done instanceof Response) return done
      return done === codeMailed ? { ...answer, isMailed: true } : { ...answer, done }
    } catch (error) {
      if (error instanceof Response) throw error
      const problem = (isUpdate ? asUpdateProblem : asProblem)(error, fieldsFor(fields, submitted))
      return data({ ...answer, problem } satisfies FormAnswer<never>, { status: problem.status || 503 })
    }
  }
}

/** The action of a page with several forms: each names its `intent`. One without a name takes the first. */
export function formActions<const Actions extends Record<string, FormAction<unknown, string>>>(
  actions: Actions,
): FormAction<unknown, string> & FormIntents<Actions> {
  const chosen = async (args: ActionFunctionArgs) => {
    const named = String((await formDataOf(args.request.clone())).get('intent') ?? '')
    const intent = Object.hasOwn(actions, named) ? named : Object.keys(actions)[0]!
    return actions[intent]!(Object.assign({ intent }, args))
  }
  return chosen as unknown as FormAction<unknown, string> & FormIntents<Actions>
}

interface EndpointShape {
  idempotent?: 'own' | 'upload' | 'none'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
}
interface Definition {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  values?: readonly unknown[]
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}

/** The fields of a form that a schema has, in the types that it has them in. */
function valuesOf(schema: z.ZodType, form: FormData): Record<string, unknown> {
  const values = Object.entries(shapeOf(schema)).map(([name, field]) => [name, valueOf(field, form, name)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueOf(schema: z.ZodType, form: FormData, name: string): unknown {
  const written = writtenType(schema)
  const { type, values } = written.def as unknown as Definition
  const given = form.get(name)
  // An unchecked checkbox is not submitted at all.
  if (type === 'boolean' || values?.[0] === true) return given !== null && given !== 'false'
  if (type === 'array') return form.has(name) ? form.getAll(name) : undefined
  if (typeof given !== 'string') return undefined
  if (written === password) return given === '' && isOptional(schema) ? undefined : given
  const text = given.trim()
  if (text === '' && isOptional(schema)) return undefined
  if (type === 'object') return JSON.parse(text) as unknown
  return type === 'number' ? Number(text) : text
}

/** The schema of what is written into the field: without `optional`, `default` and what it is transformed to. */
function writtenType(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as unknown as Definition
  const next = innerType ?? input
  return next ? writtenType(next) : schema
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success
