import type { Profile } from './length.ts'

/** The profile for machines. `<` is written out so that no text of a person can end the script. */
export function profileData(profile: Profile, origin: string): string {
  const url = `${origin}/${profile.username ?? profile._id}`
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: profile.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: profile.name,
      alternateName: profile.username,
      identifier: profile._id,
      description: profile.bio || profile.tagline,
      image: new URL(profile.avatar, origin).href,
      url,
      sameAs: profile.links.map((link) => link.url),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: profile.counts.followers,
      },
    },
  }).replaceAll('<', '\\u003c')
}
