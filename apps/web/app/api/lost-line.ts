import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { offline } from './problem.ts'

/**
 * A page with a form exports this beside its `action`. Where the line is lost on the way, the page stays as it is, with all that was
 * typed, and its form says so; left to the router, the error page would stand in its place.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (error) {
    // A redirect, and what our server says itself, is an answer.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    // The status keeps the router from loading the page anew, which would fail as well.
    return data({ problem: offline().data }, { status: 503 })
  }
}
