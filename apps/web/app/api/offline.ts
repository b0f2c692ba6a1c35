import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { offline } from './problem.ts'

/**
 * A page with a form exports this beside its `action`. If the network is lost during a submit, the page and all typed input
 * stay, and its form shows the error; without this, the router would render the error page instead.
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
