import { type LoaderFunctionArgs, redirect } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'

/** The newest month that is over, or the present one where there is none; back to the earnings before the first sale. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { data } = await apiOf(context).call('GET /performer/earning/statements')
  const newest = data.months.find(({ isOver }) => isOver) ?? data.months[0]
  return redirect(newest ? `/creator/earnings/statements/${newest.month}` : '/creator/earnings')
}
