/** The demo world: twelve creators, twenty-four fans and one member of staff. All of them are invented and drawn for this project. */

export type Gender = 'male' | 'female' | 'transgender';
export type PostType = 'text' | 'photo' | 'video' | 'audio' | 'poll';
export type Gate = 'public' | 'followers' | 'subscribers' | 'paid';

export type CastComment = { by: string; text: string; reply?: { by: string; text: string } };
export type CastPoll = { question: string; options: string[]; endsInDays: number };
export type CastPost = {
  key: string;
  type: PostType;
  text: string;
  gate: Gate;
  /** Only for `paid`. */
  priceTokens?: number;
  /** Names in `assets/`. */
  files: string[];
  daysAgo: number;
  pinned?: boolean;
  poll?: CastPoll;
  comments: CastComment[];
};
export type CastPlans = { name: string; monthlyPriceMinor: number; threeMonthsDiscountPct: number; yearlyDiscountPct: number; perks: string[] };
export type CastCreator = {
  key: string;
  name: string;
  username: string;
  field: string;
  tagline: string;
  bio: string;
  country: string;
  city: string;
  languages: string[];
  gender: Gender;
  birthDate: string;
  plans: CastPlans;
  freeSubscription: boolean;
  avatar: string;
  portrait: string;
  cover: string;
  posts: CastPost[];
};
export type CastFan = { key: string; name: string; username: string; avatar: string; country: string; lapsed?: boolean };
export type CastStaff = { key: string; name: string; username: string; avatar: string; country: string; role: 'admin' };

export const creators: CastCreator[] = [
  {
    key: 'ines', name: 'Ines Valloy', username: 'valloyclay', field: 'Ceramics', tagline: 'Wheel-thrown ceramics from a former dairy',
    bio: 'I throw pots in a former dairy and film the parts that go wrong. Glaze notes, slow kiln nights, and a small shop twice a year.',
    country: 'PT', city: 'Lisbon', languages: ['en', 'pt'], gender: 'female', birthDate: '1988-03-14',
    plans: { name: 'Front Row', monthlyPriceMinor: 795, threeMonthsDiscountPct: 15, yearlyDiscountPct: 25, perks: ['Every post, video and replay', 'Private kiln-night rooms, twice a month', 'First day of each shop drop'] },
    freeSubscription: false, avatar: 'avatar-ines.webp', portrait: 'portrait-ines.webp', cover: 'cover-ines.webp',
    posts: [
      { key: 'ines-bottle', type: 'photo', text: 'The tall bottle, the round one, and the cup I use for brushes. Copper blue on the left. It was fired twice, and the second time was a guess.', gate: 'public', files: ['ines-vase.webp', 'ines-shelf.webp'], daysAgo: 9, pinned: true, comments: [{ by: 'hana', text: 'The blue looks lit from inside.', reply: { by: 'ines', text: 'It does that for about an hour in the afternoon. I stop work and look.' } }, { by: 'jamie', text: 'Is the cup for sale or does it stay with the brushes?' }] },
      { key: 'ines-winterkiln', type: 'photo', text: 'Opening the winter kiln. Three cracked, forty-one didn’t, and one glaze did something I can’t explain.', gate: 'subscribers', files: ['ines-kiln.webp', 'ines-shelf.webp', 'ines-vase.webp', 'ines-glaze.webp'], daysAgo: 1, comments: [{ by: 'tomo', text: 'Second shelf, far right. What happened there?', reply: { by: 'ines', text: 'Ash fell from the arch and melted. I’d take ten more like it.' } }, { by: 'beatriz', text: 'Three out of forty-four is a good winter.' }] },
      { key: 'ines-wheelfilm', type: 'video', text: 'One cylinder, no cuts. Watch my left elbow: when it leaves my hip, the wall starts to wobble.', gate: 'public', files: ['film-ines-wheel.mp4'], daysAgo: 4, comments: [{ by: 'greta', text: 'Forty years ago someone told me the same about the elbow. I’d forgotten.' }] },
      { key: 'ines-tests', type: 'photo', text: 'Test tiles from Tuesday. Top row is the old ash, bottom row is ash from the bakery oven down the road. Recipes are on the backs, I’ll type them up for you this week.', gate: 'followers', files: ['ines-glaze.webp', 'ines-wheel.webp'], daysAgo: 12, comments: [{ by: 'mina', text: 'Bakery ash. Of course it has more calcium.', reply: { by: 'ines', text: 'And flour, I think. It smells of toast.' } }] },
      { key: 'ines-secondshelf', type: 'photo', text: 'The second shelf, every angle, before anything is washed or sold.', gate: 'paid', priceTokens: 120, files: ['ines-kiln.webp', 'ines-shelf.webp', 'ines-wheel.webp', 'ines-studio.webp'], daysAgo: 2, comments: [{ by: 'jamie', text: 'Worth it for the drip on number four alone.' }] },
      { key: 'ines-drop', type: 'poll', text: 'The spring drop is forty pieces. I have clay for one more shape.', gate: 'public', files: [], daysAgo: 3, poll: { question: 'Which shape should I add?', options: ['A jug that pours without dripping', 'Small oil bottles', 'Wide pasta bowls', 'Lidded jars'], endsInDays: 4 }, comments: [{ by: 'luz', text: 'A jug that doesn’t drip is a brave promise.' }] },
      { key: 'ines-dairy', type: 'photo', text: 'The dairy at ten in the morning. The milk scale still works and now weighs feldspar.', gate: 'public', files: ['ines-studio.webp'], daysAgo: 21, comments: [] },
      { key: 'ines-cracks', type: 'text', text: 'Why bottoms crack, short version: you compressed the walls and forgot the floor. Press it with a rib from the middle out, five slow turns. I lost a year of mugs before somebody told me.', gate: 'subscribers', files: [], daysAgo: 27, comments: [{ by: 'pavel', text: 'Five turns. Writing it on the wheel head.' }] },
    ],
  },
  {
    key: 'marisol', name: 'Marisol Quay', username: 'marisolquay', field: 'Music', tagline: 'Songs and tape loops',
    bio: 'I write songs on a small guitar and let an old tape machine answer back. Loops after dark on Thursdays, requests open until the string breaks.',
    country: 'CL', city: 'Valparaíso', languages: ['es', 'en'], gender: 'female', birthDate: '1993-08-02',
    plans: { name: 'Front Row', monthlyPriceMinor: 495, threeMonthsDiscountPct: 10, yearlyDiscountPct: 20, perks: ['Every song the night it’s finished', 'Stems and chord sheets', 'One request a month, played for you'] },
    freeSubscription: false, avatar: 'avatar-marisol.webp', portrait: 'portrait-marisol.webp', cover: 'cover-marisol.webp',
    posts: [
      { key: 'marisol-harbour', type: 'audio', text: 'The harbour one, acoustic, as so many of you asked. Recorded with the window open, so the ferry is on it too.', gate: 'public', files: ['audio-marisol-harbour.m4a'], daysAgo: 2, pinned: true, comments: [{ by: 'wes', text: 'Harbour. Finally. I’ve had it on since breakfast.', reply: { by: 'marisol', text: 'You paid for the strings on it, so it’s partly yours.' } }, { by: 'elin', text: 'The room sounds bigger than last time. New mic?' }] },
      { key: 'marisol-room', type: 'photo', text: 'Thursday’s corner. The lamp stays, the plant is winning.', gate: 'public', files: ['marisol-room.webp', 'marisol-guitar.webp'], daysAgo: 5, comments: [{ by: 'hana', text: 'The second loop gives me chills every time.' }] },
      { key: 'marisol-loop', type: 'video', text: 'Eleven seconds of tape, a pencil, and no computer. The loop goes round the pencil because the machine is shorter than the song.', gate: 'followers', files: ['film-marisol-loop.mp4'], daysAgo: 8, comments: [{ by: 'jun', text: 'What do you splice with?', reply: { by: 'marisol', text: 'A block from a radio station that closed, and ordinary blades.' } }] },
      { key: 'marisol-looptwo', type: 'audio', text: 'Tape loop two, the long one. Good for washing up.', gate: 'subscribers', files: ['audio-marisol-looptwo.m4a'], daysAgo: 11, comments: [{ by: 'beatriz', text: 'The dishes have never taken so long.' }] },
      { key: 'marisol-machine', type: 'photo', text: 'Inside the machine, from belts to heads, with notes on what I cleaned and what I left alone.', gate: 'paid', priceTokens: 60, files: ['marisol-tape.webp', 'marisol-notebook.webp', 'marisol-room.webp'], daysAgo: 15, comments: [{ by: 'dele', text: 'Leaving the felt alone was the right call.' }] },
      { key: 'marisol-city', type: 'photo', text: 'Where the songs come from. The cranes sing in B flat when the wind is south.', gate: 'public', files: ['marisol-harbour.webp'], daysAgo: 19, comments: [{ by: 'luz', text: 'I can hear this picture.' }] },
      { key: 'marisol-poll', type: 'poll', text: 'One cover for next Thursday. You choose, I practise.', gate: 'followers', files: [], daysAgo: 1, poll: { question: 'What should I learn?', options: ['A bolero my aunt sings', 'Something fast', 'A lullaby in your language'], endsInDays: 3 }, comments: [{ by: 'kirsi', text: 'A lullaby. I’ll send you a Finnish one.' }] },
      { key: 'marisol-words', type: 'photo', text: 'The page for the new one, crossings-out and all. The second verse was about a bus until Sunday.', gate: 'subscribers', files: ['marisol-notebook.webp', 'marisol-guitar.webp'], daysAgo: 24, comments: [] },
    ],
  },
  {
    key: 'rune', name: 'Rune Osterby', username: 'northbound', field: 'Landscape', tagline: 'Mountain huts on film',
    bio: 'I walk between mountain huts with an old camera and too much coffee. One roll of film a day, and I show you the bad frames as well.',
    country: 'NO', city: 'Tromsø', languages: ['no', 'en'], gender: 'male', birthDate: '1981-11-30',
    plans: { name: 'Hut key', monthlyPriceMinor: 595, threeMonthsDiscountPct: 12, yearlyDiscountPct: 22, perks: ['Full routes with maps', 'Large files to print for yourself', 'Hut-night rooms when there’s signal'] },
    freeSubscription: false, avatar: 'avatar-rune.webp', portrait: 'portrait-rune.webp', cover: 'cover-rune.webp',
    posts: [
      { key: 'rune-dawn', type: 'photo', text: 'Woke at 4 to catch this one. No wind, one loon, coffee from the little stove. The full crossing goes up on Sunday.', gate: 'public', files: ['rune-dawn.webp', 'rune-fjord.webp', 'rune-ski.webp', 'rune-hut.webp', 'rune-stove.webp', 'rune-camera.webp'], daysAgo: 0, comments: [{ by: 'jamie', text: 'Which hut is that on the left?', reply: { by: 'rune', text: 'Just trees. The hut is behind me, where the coffee is.' } }, { by: 'kirsi', text: 'That purple lasts four minutes and you got it.' }] },
      { key: 'rune-sunrise', type: 'video', text: 'The same morning, moving. I left the tripod standing and ate my bread.', gate: 'followers', files: ['film-rune-dawn.mp4'], daysAgo: 3, comments: [{ by: 'elin', text: 'Played it three times before my first meeting.' }] },
      { key: 'rune-crossing', type: 'photo', text: 'Winter crossing, the whole set. Five days, four huts, one broken binding mended with a tent peg.', gate: 'paid', priceTokens: 90, files: ['rune-ski.webp', 'rune-hut.webp', 'rune-fjord.webp', 'rune-stove.webp'], daysAgo: 6, pinned: true, comments: [{ by: 'jamie', text: 'The tent peg should be in a museum.' }] },
      { key: 'rune-aurora', type: 'photo', text: 'Twenty-five below. The shutter froze open, which is the only reason this worked.', gate: 'subscribers', files: ['rune-hut.webp', 'rune-stove.webp'], daysAgo: 10, comments: [{ by: 'dele', text: 'Happy accident of the year.', reply: { by: 'rune', text: 'My fingers disagree, but yes.' } }] },
      { key: 'rune-kit', type: 'photo', text: 'Everything I carry that isn’t food. The camera is from 1971 and so is the strap.', gate: 'public', files: ['rune-camera.webp'], daysAgo: 14, comments: [{ by: 'jun', text: 'No light meter?', reply: { by: 'rune', text: 'Snow in sun is always the same. I write it on my hand.' } }] },
      { key: 'rune-rules', type: 'text', text: 'Three rules every hut has, written or not. Fill the water. Split more wood than you burned. Leave the matches where a cold hand can find them.', gate: 'public', files: [], daysAgo: 18, comments: [{ by: 'pavel', text: 'Same rules here, with one more: sweep out the mouse’s opinion.' }] },
      { key: 'rune-cabin', type: 'photo', text: 'The red boathouse. I ask the owner every year, she says yes every year.', gate: 'followers', files: ['rune-fjord.webp', 'rune-camera.webp'], daysAgo: 25, comments: [] },
    ],
  },
  {
    key: 'teo', name: 'Teo Lindqvarn', username: 'teobakes', field: 'Sourdough', tagline: 'Sourdough, start to crust',
    bio: 'I bake four kinds of bread in a kitchen with one oven and write down every number. If your loaf is flat, show me, I’ve made it too.',
    country: 'SE', city: 'Malmö', languages: ['sv', 'en'], gender: 'male', birthDate: '1984-05-19',
    plans: { name: 'Warm crust', monthlyPriceMinor: 395, threeMonthsDiscountPct: 10, yearlyDiscountPct: 20, perks: ['All formulas with weights', 'Saturday bake-along rooms', 'I look at your crumb and answer'] },
    freeSubscription: false, avatar: 'avatar-teo.webp', portrait: 'portrait-teo.webp', cover: 'cover-teo.webp',
    posts: [
      { key: 'teo-loaf', type: 'photo', text: 'Country loaf, 78% water, one long cut. The wheat is from a field you can see from the tram.', gate: 'public', files: ['teo-loaf.webp', 'teo-crumb.webp'], daysAgo: 1, pinned: true, comments: [{ by: 'mina', text: 'Does 78% work with ordinary flour?', reply: { by: 'teo', text: 'Start at 72 and add a spoon each bake. The dough will tell you when to stop.' } }, { by: 'bram', text: 'I can smell it from here.' }] },
      { key: 'teo-fold', type: 'video', text: 'The only fold you need. Wet hand, lift, let it hang, lay it down. Four times, then leave it alone.', gate: 'public', files: ['film-teo-dough.mp4'], daysAgo: 3, comments: [{ by: 'salma', text: 'Let it hang was the part I was missing.' }] },
      { key: 'teo-starter', type: 'photo', text: 'The starter at hour six. The band marks where it began. It’s called Bengt and it’s eleven.', gate: 'followers', files: ['teo-starter.webp', 'teo-hands.webp'], daysAgo: 7, comments: [{ by: 'finn', text: 'Mine is called Bread Pitt and refuses to work under 20 degrees.' }] },
      { key: 'teo-night', type: 'photo', text: 'Bake night, from cold oven to the last rack. Times on every picture.', gate: 'subscribers', files: ['teo-oven.webp', 'teo-shelf.webp', 'teo-loaf.webp', 'teo-crumb.webp'], daysAgo: 9, comments: [{ by: 'tamsin', text: 'The picture at 3:40 is my favourite. You look like a lighthouse keeper.' }] },
      { key: 'teo-rye', type: 'photo', text: 'The dark rye I sell at the market, full formula and the shaping in six frames. It took me two winters to get right.', gate: 'paid', priceTokens: 80, files: ['teo-hands.webp', 'teo-starter.webp', 'teo-oven.webp', 'teo-shelf.webp'], daysAgo: 13, comments: [{ by: 'harpal', text: 'First loaf out of the tin. My father asked for the recipe, which has never happened.' }] },
      { key: 'teo-poll', type: 'poll', text: 'Saturday’s bake-along has room for one extra dough.', gate: 'public', files: [], daysAgo: 2, poll: { question: 'What do we make?', options: ['Cardamom knots', 'Seeded rye', 'Flatbread on a hot stone'], endsInDays: 2 }, comments: [{ by: 'amara', text: 'Cardamom. There’s no second answer.' }] },
      { key: 'teo-flat', type: 'text', text: 'Flat loaf? Nine times in ten it wasn’t the flour, it was the clock. Cut the time in the bowl by an hour in summer and add one in winter.', gate: 'followers', files: [], daysAgo: 20, comments: [{ by: 'ravi', text: 'Cut an hour. It stood up.', reply: { by: 'teo', text: 'Good. Now write the date next to it.' } }] },
    ],
  },
  {
    key: 'lulu', name: 'Lulu Okarin', username: 'luluokarin', field: 'Vinyl', tagline: 'Old records, new drums',
    bio: 'I dig for records nobody wanted and turn two bars of them into something you can dance to. I show the needle, the cut and the mistake.',
    country: 'GB', city: 'Bristol', languages: ['en', 'yo'], gender: 'female', birthDate: '1996-01-27',
    plans: { name: 'Side B', monthlyPriceMinor: 550, threeMonthsDiscountPct: 12, yearlyDiscountPct: 24, perks: ['Every flip as a file', 'Drum sounds to use in your own', 'Crate rooms on Sunday'] },
    freeSubscription: false, avatar: 'avatar-lulu.webp', portrait: 'portrait-lulu.webp', cover: 'cover-lulu.webp',
    posts: [
      { key: 'lulu-deck', type: 'photo', text: 'Pressed in 1962, three pounds, one deep scratch. The scratch lands on the beat, so it stays.', gate: 'public', files: ['lulu-deck.webp', 'lulu-sleeves.webp'], daysAgo: 1, comments: [{ by: 'ngozi', text: 'A scratch in time is a gift.', reply: { by: 'lulu', text: 'I’d have paid four pounds for it.' } }] },
      { key: 'lulu-flip', type: 'audio', text: 'The 1962 one, flipped. Two bars of it, my drums, and a bass line I played with one finger.', gate: 'followers', files: ['audio-lulu-flip.m4a'], daysAgo: 2, comments: [{ by: 'wes', text: 'One finger was enough.' }, { by: 'mateo', text: 'What did you do to the hi-hat?', reply: { by: 'lulu', text: 'Sixteen per cent late. That’s the whole secret.' } }] },
      { key: 'lulu-spin', type: 'video', text: 'Just the record, for people who like to watch things go round. I’m one of them.', gate: 'public', files: ['film-lulu-record.mp4'], daysAgo: 6, pinned: true, comments: [{ by: 'dele', text: 'Twelve seconds of peace.' }] },
      { key: 'lulu-crate', type: 'photo', text: 'Crate notes from Sunday: what I pulled, what I put back, and the one I’m still thinking about.', gate: 'subscribers', files: ['lulu-crates.webp', 'lulu-sleeves.webp', 'lulu-shop.webp'], daysAgo: 8, comments: [{ by: 'jun', text: 'Go back for the green one.' }] },
      { key: 'lulu-booth', type: 'photo', text: 'Saturday. Forty people, one fan heater, two decks. Thank you for singing the bass line back.', gate: 'public', files: ['lulu-booth.webp', 'lulu-deck.webp'], daysAgo: 12, comments: [{ by: 'beatriz', text: 'I was by the heater. Best seat.' }] },
      { key: 'lulu-pack', type: 'photo', text: 'Where every sound in the winter pack was found, sleeve by sleeve, with the second it starts.', gate: 'paid', priceTokens: 150, files: ['lulu-sleeves.webp', 'lulu-crates.webp', 'lulu-deck.webp', 'lulu-booth.webp'], daysAgo: 16, comments: [] },
      { key: 'lulu-poll', type: 'poll', text: 'Next flip starts from one of these. I own all three and love none of them yet.', gate: 'followers', files: [], daysAgo: 4, poll: { question: 'Which record?', options: ['A brass band from Hull', 'Learn Spanish, volume two', 'Organ music for roller rinks'], endsInDays: 5 }, comments: [{ by: 'tamsin', text: 'Volume two, obviously. Everyone has volume one.' }] },
    ],
  },
  {
    key: 'ayu', name: 'Ayu Tanemori', username: 'ayu.moves', field: 'Dance', tagline: 'Contemporary dance, counted out loud',
    bio: 'I make short dances for rooms, roofs and train platforms. You see the counts, the tape marks and the take where I fall over.',
    country: 'JP', city: 'Osaka', languages: ['ja', 'en'], gender: 'female', birthDate: '1998-06-11',
    plans: { name: 'Wings', monthlyPriceMinor: 695, threeMonthsDiscountPct: 15, yearlyDiscountPct: 25, perks: ['Full rehearsals', 'Three-camera versions', 'Open class on the first Sunday'] },
    freeSubscription: false, avatar: 'avatar-ayu.webp', portrait: 'portrait-ayu.webp', cover: 'cover-ayu.webp',
    posts: [
      { key: 'ayu-sun', type: 'photo', text: 'Count seven, held too long because the sun was behind me and I’m not made of stone.', gate: 'public', files: ['ayu-sun.webp'], daysAgo: 2, pinned: true, comments: [{ by: 'hana', text: 'Count seven is the whole dance.' }] },
      { key: 'ayu-nine', type: 'photo', text: 'Nine counts, three cameras, one frame. Read it from left to right, then once more from right to left.', gate: 'followers', files: ['ayu-nine.webp', 'ayu-studio.webp'], daysAgo: 5, comments: [{ by: 'yara', text: 'Backwards is better. Was that the plan?', reply: { by: 'ayu', text: 'It is now.' } }] },
      { key: 'ayu-turn', type: 'video', text: 'The turn from the summer floor, slow. The scarf is there so that you can see where the air goes.', gate: 'public', files: ['film-ayu-turn.mp4'], daysAgo: 7, comments: [{ by: 'salma', text: 'I watched the scarf only, then you only. Two different films.' }] },
      { key: 'ayu-rehearsal', type: 'photo', text: 'Rehearsal, week three. Tape marks are where I should be. Chalk marks are where I was.', gate: 'subscribers', files: ['ayu-studio.webp', 'ayu-shoes.webp', 'ayu-nine.webp'], daysAgo: 10, comments: [{ by: 'luz', text: 'The distance between tape and chalk is getting smaller.' }] },
      { key: 'ayu-roof', type: 'photo', text: 'The roof piece, all of it, with my counts written under each picture.', gate: 'paid', priceTokens: 110, files: ['ayu-roof.webp', 'ayu-sun.webp', 'ayu-nine.webp'], daysAgo: 14, comments: [{ by: 'jamie', text: 'The laundry lines make it.' }] },
      { key: 'ayu-shoes', type: 'photo', text: 'Third pair this year. The left one always goes first, which my teacher says explains a lot.', gate: 'public', files: ['ayu-shoes.webp'], daysAgo: 17, comments: [{ by: 'kirsi', text: 'Mine is always the right. Between us we have one good pair.' }] },
      { key: 'ayu-floor', type: 'text', text: 'The summer floor is ordered. Birch, sprung, eighty-four panels. You bought sixty-one of them. I’ll write your names on the underside where only the cat will read them.', gate: 'public', files: [], daysAgo: 22, comments: [{ by: 'tomo', text: 'Tell the cat hello.', reply: { by: 'ayu', text: 'She has asked for your panel in particular.' } }] },
    ],
  },
