import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { asUpdateProblem, offline, type ProblemData } from './problem.ts'

const keepTyped =
  (lost: () => ProblemData) =>
  async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await serverAction()
    } catch (error) {
      // A redirect, and what our server says itself, is an answer.
      if (error instanceof Response || isRouteErrorResponse(error)) throw error
      // The status keeps the router from loading the page anew, which would fail as well.
      return data({ problem: lost() }, { status: 503 })
    }
  }

/**
 * A page with a form exports this beside its `action`. If the network is lost during a submit, the page and all typed input
 * stay, and its form shows the error; without this, the router would render the error page instead.
 */
export const clientAction = keepTyped(() => offline().data)

/** The same for a page that changes a profile or a password: its form says that the change was not saved. */
export const updateClientAction = keepTyped(() => asUpdateProblem(offline()))
