import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { blockedPeople } from '../../../parts/account/blocked-people.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { Countries } from './countries.tsx'
import { People } from './people.tsx'

export const handle = { messages: ['studio', 'creator', 'profile'] }
export const clientMiddleware = [withMessages('studio', 'creator', 'profile')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [countries, blocked, people] = await Promise.all([
    api.call('GET /countries/list'),
    api.call('GET /block/countries'),
    blockedPeople(api, request),
  ])
  return {
    countries: countries.data.map(({ code, name, region, flag }) => ({ code, name, region, flag })),
    blocked: blocked.data.countries,
    people,
  }
}

/** Who does not get to see one: whole countries, and people one by one. */
export default function Blocking() {
  const t = useT()
  const { countries, blocked, people } = useLoaderData<typeof loader>()
  return (
    <SettingsFrame title={t('creator.block.title')} detail={t('creator.block.detail')}>
      <PageTitle>{t('creator.block.title')}</PageTitle>
      <Countries key={blocked.join()} countries={countries} blocked={blocked} />
      <People blocked={people} />
    </SettingsFrame>
  )
}
