import type { ActionFunctionArgs } from 'react-router'
import type { RequestInput, Route } from './contract.ts'
import type { ProblemData } from './problem.ts'

// What the action of a form answers, and the types that tie a page's form to its action.

export interface FormAnswer<Done> {
  done: Done | null
  problem: ProblemData | null
  /** Which of the page's forms was sent; none where the page has one, and where no answer came. */
  intent?: string | undefined
  /** What was typed, so that an error loses none of it. */
  typed?: Record<string, string>
  /** A code for step-up authentication was mailed; nothing else was done. */
  isMailed?: true
}

type Names<T> = T extends object ? keyof T & string : never
/** The names of the fields that a form of this call may have. */
export type FieldOf<R extends Route> = Names<RequestInput<R>['body']> | Names<RequestInput<R>['params']>

export interface FormAction<Done, Field extends string, Intent extends string | undefined = string | undefined> {
  (args: ActionFunctionArgs): Promise<unknown>
  /** Exists as a type only. */
  readonly form?: { done: Done; field: Field; intent: Intent }
}
export type FormIntents<Actions> = {
  readonly [Name in keyof Actions & string]: Actions[Name] extends FormAction<infer Done, infer Field>
    ? FormAction<Done, Field, Name>
    : never
}
