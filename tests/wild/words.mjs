// Names as sites use them, chosen to be awkward: prefixes of each other, words of the phrase grammar (in, for, first, list),
// numbers that also occur as counts and dates, quotes, punctuation, several scripts.
const kGiven = ['Ada', 'Anna', 'Anna Maria', 'Bo', 'Søren', 'José', 'Niamh', 'Zoë', 'Ivan', 'Mei', 'Łukasz', 'Omar', 'Priya', 'Tom'];
const kFamily = ['Cruz', 'Cruzado', 'Li', 'Lindqvist', 'Kierkegaard', 'Álvarez', 'O’Brien', "O'Neil", 'Rossi', 'Petrov', 'Nowak', 'Haddad',
  'Rao', 'Berg', 'Bergman', 'Smith', 'Smith-Jones'];
const kThings = ['Mug', 'Lamp', 'Chair', 'Desk', 'T-shirt', 'Backpack', 'Notebook', 'Bottle', 'Keyboard', 'Poster'];
const kColours = ['Blue', 'Red', 'Green', 'Dark blue', 'Black', 'White', 'Yellow'];
const kTails = ['', '', '', ' XL', ' (2 m)', ' 40 W', ' “Oslo”', ' & stand', ', used', ' Pro', ' Pro Max'];
const kStems = ['report', 'report-final', 'notes', 'budget', 'photo', 'backup', 'readme', 'invoice'];
const kEndings = ['.pdf', '.txt', ' (1).txt', '.tar.gz', '_v2.docx', ' copy.png'];
const kPlaces = ['New York', 'York', 'São Paulo', 'Paulo', 'Köln', 'Los Angeles', 'Las Palmas', 'Nice', 'Bath', 'Reading', 'Ödeshög', 'Москва',
  '東京', '京都', 'St. John’s', 'Santiago de Chile', 'Santiago', 'Port-au-Prince', 'Newport', 'Newport News'];

// Titles of a list of records: { name, make(random) }. A maker is asked until the title is new on the page.
export const kThemes = [
  { name: 'people', make: (random) => `${random.pick(kGiven)} ${random.pick(kFamily)}` },
  { name: 'orders', make: (random) => `Order ${random.int(1, 130)}` },
  { name: 'invoices', make: (random) => `Invoice #${random.int(1000, 1120)}` },
  { name: 'products', make: (random) => `${random.pick(kColours)} ${random.pick(kThings)}${random.pick(kTails)}` },
  { name: 'files', make: (random) => `${random.pick(kStems)}${random.chance(0.5) ? `-${random.int(1, 30)}` : ''}${random.pick(kEndings)}` },
  { name: 'servers', make: (random) => `${random.pick(['web', 'db', 'cache', 'web-eu'])}-${random.int(1, 40)}` },
  { name: 'places', make: (random) => (random.chance(0.7) ? random.pick(kPlaces) : `${random.pick(kPlaces)} ${random.int(1, 12)}`) },
  { name: 'tickets', make: (random) => `${random.pick(['Login fails', 'Cannot sign in', 'Crash on start', 'Typo in footer', 'Slow list', 'Add dark mode'])} (#${random.int(1, 140)})` },
  { name: 'rooms', make: (random) => `Room ${random.int(1, 12)}${random.pick(['', 'A', 'B'])}` },
];

// What a record offers; the last word of each row is shared by several rows.
export const kRecordActions = [
  ['Edit', 'Delete'],
  ['Edit', 'Remove'],
  ['Cancel', 'Track'],
  ['Save', 'Save as', 'Delete'],
  ['Add to cart', 'Compare'],
  ['Open', 'Archive'],
  ['Reply', 'Reply all', 'Forward'],
  ['View', 'Edit', 'Copy link'],
  ['Approve', 'Reject'],
  ['Sign in as', 'Reset password'],
  ['Check in', 'Check out'],
  ['Select', 'Share'],
  ['Löschen', 'Ändern'],
  ['Details', 'Buy now'],
];

export const kButtons = ['Save', 'Save as', 'Save all', 'Save (draft)', 'Cancel', 'Sign in', 'Sign in with Google', 'Log in', 'Sign up', 'Search',
  'Reset', 'Apply', 'Next', 'Next page', 'Back', 'Continue', 'Continue as guest', 'Submit', 'Send', 'Send later', 'Add', 'Add row', 'Add to list',
  'Print', 'Export', 'Export CSV', 'Import', 'Refresh', 'Share', 'Link account', 'List view', 'Select all', 'Select none', 'Check for updates',
  'What’s new?', "Don't save", 'OK', 'Yes', 'No', 'A', 'B', 'C++', 'Upload', 'Upload 2 files', 'Undo', 'Redo', 'Help', 'More…', 'Show more', 'Play',
  'Speichern', 'Enregistrer', 'Сохранить', '保存', 'حفظ', 'Größe ändern', 'Subscribe', 'Pay $73.00', 'Pay now', 'Remove all', 'Place order',
  'Terms of sale', 'Turn on', 'Menu', 'Close menu', 'Last call', 'First class', 'Get a quote for 2 people in one room with breakfast included'];

export const kLinks = ['Home', 'Homepage', 'Pricing', 'Contact', 'Contact sales', 'About', 'About us', 'Blog', 'Docs', 'Documentation', 'Jobs', 'Terms of service',
  'Privacy', 'Privacy & cookies', 'Sign in', 'Forgot password?', 'Button styles', 'Icons', 'Radio', 'Second opinion', 'First steps', 'Last page',
  'FAQ', 'Support', 'Status', 'Our 12 offices', 'Release 2.0', 'Release 2', 'Products', 'Solutions', 'Search tips', 'Read more', 'Learn more', 'Über uns',
  'Мой профиль', '関連リンク', 'Login for partners', 'Plans in detail', 'In the press', 'Row of houses', 'R&D'];

export const kMenus = ['Shop', 'Services', 'Company', 'Resources', 'Community', 'Departments', 'Learn', 'Tools'];

export const kFields = ['Email', 'Email again', 'First name', 'Last name', 'Name', 'Nickname', 'Phone number', 'Street', 'Street 2', 'City', 'Postcode', 'Company',
  'VAT ID', 'Message', 'Comments', 'Promo code', 'Card number', 'Date of birth', 'What’s your name?', "Mother's maiden name", 'Größe', 'Ciudad', 'Имя', '氏名',
  'Search', 'Search in archive', 'Number of guests', 'Name on card', 'Sign-in code', 'Length (cm)', 'Reference for the list', 'Username', 'Website'];

export const kChecks = ['Terms', 'Terms and privacy', 'Newsletter', 'Remember me', 'Gift wrap', 'In stock', 'Only in stock', 'Select all', 'Send me offers', 'I’m over 18',
  'Free returns', 'Breakfast', 'Wi-Fi', 'Notify me by email', 'Notify me', 'Ship to a different address', 'Vegetarian', 'Öffentlich', '通知'];

// Questions with answers, for radio groups and selects.
export const kChoices = [
  ['Size', ['Small', 'Medium', 'Large', 'Extra large']],
  ['Delivery', ['Standard', 'Express', 'Pick up in store']],
  ['Payment method', ['Card', 'Gift card', 'PayPal', 'Invoice']],
  ['Country', ['France', 'Germany', 'Guinea', 'Guinea-Bissau', 'Niger', 'Nigeria']],
  ['Language', ['English', 'Deutsch', 'Español', '日本語']],
  ['Sort by', ['Price', 'Name', 'Newest first']],
  ['Plan', ['Free', 'Team', 'Team plus']],
  ['Colour', ['Red', 'Dark red', 'Green']],
  ['Frequency', ['Daily', 'Weekly', 'Monthly']],
  ['Items per page', ['10', '25', '100']],
  ['Class', ['First', 'Second']],
  ['Title', ['Ms', 'Mr', 'Dr']],
];

export const kSections = ['Filters', 'Billing', 'Billing address', 'Shipping address', 'Profile', 'Security', 'Notifications', 'Danger zone', 'Account', 'Appearance',
  'Your team', 'API keys', 'Recent activity', 'Payment', 'Search', 'Preferences', 'Import and export', 'Über dich', 'Step 2 of 3', 'Reviews', 'Opening hours'];

export const kDialogs = ['Delete file?', 'Edit profile', 'Cookies', 'Session expired', 'Invite people', 'Unsaved changes', 'Confirm order', 'New message'];

// Pictures: what they are called by a name, the class words of those that have none, and the glyph.
export const kIcons = [
  { name: 'Edit', word: 'pencil', classes: ['fa-pencil', 'icon-pencil', 'pencil'], glyph: '✎' },
  { name: 'Delete', word: 'trash', classes: ['trash', 'fa-trash', 'icon-trash'], glyph: '🗑' },
  { name: 'Settings', word: 'gear', classes: ['gear', 'icon-gear'], glyph: '⚙' },
  { name: 'Favourite', word: 'star', classes: ['star', 'fa-star'], glyph: '★' },
  { name: 'Print', word: 'printer', classes: ['printer', 'icon-printer'], glyph: '⎙' },
  { name: 'Close', word: 'cross', classes: ['cross', 'icon-cross'], glyph: '×' },
  { name: 'Flag', word: 'flag', classes: ['flag', 'fa-flag'], glyph: '⚑' },
  { name: 'Like', word: 'heart', classes: ['heart', 'fa-heart'], glyph: '♥' },
  { name: 'Mail', word: 'envelope', classes: ['envelope', 'fa-envelope'], glyph: '✉' },
  { name: 'Call', word: 'phone', classes: ['phone', 'icon-phone'], glyph: '✆' },
];

export const kAbsent = ['Teleport', 'Defragment', 'Launch rocket', 'Water the plants', 'Summon', 'Open the pod bay doors', 'Recalibrate', 'Overclock'];

export const kFiller = ['We keep your data for as long as the law asks for.', 'Prices include taxes where they apply.', 'This page was last changed in spring.',
  'Delivery takes three to five working days.', 'All times are local.', 'You can change this later.'];
