/**
 * The words that passwords all over the world are made of: what stands at the core of the few thousand most frequent ones once the
 * digits, signs, repeats and look-alike letters around it are taken away. Kept from four letters on; whatever has fewer letters beside
 * its digits is too little anyway. Runs along the keyboard and the alphabet are not listed: they are computed (guessable.ts).
 */
const WORDS = `
password passwort passw passwd parola contrasena senha geheim secret secreto topsecret mypassword thepassword nopassword newpassword
letmein trustno welcome bienvenue bonjour hello hallo hola salut admin administrator administrateur root superuser user guest login logon
signin access master default changeme change temp temporary testing test tester testtest demo sample example pass word words
office company business manager system server network internet computer windows microsoft google android apple iphone samsung nokia sony
dell toshiba lenovo laptop desktop printer facebook twitter instagram linkedin myspace youtube yahoo hotmail gmail outlook skype whatsapp
motdepasse azertyuiop soleil doudou loulou chouchou chocolat amour jetaime bisous coucou princesse papillon marine nicolas camille
chocolate coffee cookie cookies cheese cheesecake butter banana bananas orange cherry strawberry blueberry peaches peach apples mango
lemon pepper pickle peanut candy sugar honey hunny ginger cinnamon vanilla caramel muffin cupcake donut pizza pasta spaghetti burger
bacon chicken turkey taco nacho popcorn pumpkin potato tomato onion garlic rice noodle sushi whiskey vodka tequila brandy guinness
heineken budweiser corona beer wine martini cocacola pepsi sprite
love lover lovely loveme loveyou iloveu iloveyou ilovegod ilovemom loveme lovers loving heart hearts sweet sweetheart sweetie sweetpea
babe baby babygirl babyboy babyface honeybee darling dearest angel angels angelo kisses kiss hugs forever always friend friends
friendship bestfriend family mother father mommy daddy mama papa sister brother sisters brothers auntie grandma grandpa husband wife
wedding marriage married single lonely crazy happy happiness smile smiley smiling laughter funny sunny joyful joker jokes
football soccer baseball basketball softball volleyball hockey lacrosse tennis golf golfer golfing rugby cricket boxing wrestling
skating skateboard snowboard skiing skiers surfing surfer swimming swimmer running runner cycling bicycle karate judo gymnast
cheerleader cheer dancing dancer ballet racing racer nascar formula motocross fishing fisherman hunting hunter camping camper hiking
canadiens habs nordiques mapleleafs leafs flames oilers canucks senators bruins rangers islanders penguins blackhawks redwings flyers
sharks ducks kings devils capitals lightning panthers predators yankees redsox dodgers giants cardinals braves cubs mets phillies
astros tigers royals padres angels mariners athletics orioles bluejays cowboys steelers packers raiders patriots broncos eagles
seahawks falcons dolphins redskins saints chiefs vikings bears lions colts texans titans jaguars ravens browns bengals chargers
lakers celtics bulls spurs heat knicks rockets warriors raptors pistons magic jazz kobe jordan lebron gretzky lemieux crosby
arsenal chelsea liverpool manchester united barcelona madrid juventus milan inter bayern dortmund ajax benfica porto celtic everton
ronaldo messi beckham rooney zidane pele maradona neymar
dragon dragons monkey monkeys tiger tigger lion lioness panther leopard cheetah jaguar puma cougar wildcat wildcats bobcat kitten
kitty kitties hellokitty pussycat puppy puppies doggie doggy doggies wolf wolves wolfman wolverine fox foxes foxy bear teddybear
teddy panda koala rabbit bunny bunnies hamster mouse rats horse horses pony ponies mustang stallion bronco buffalo moose deer elk
goat sheep lamb cow cows bulldog bulldogs labrador beagle boxer poodle rottweiler shepherd retriever husky dachshund
elephant giraffe gorilla zebra rhino hippo crocodile alligator gator gators snake viper cobra python lizard iguana turtle turtles
frog froggy froggie toad fish fishy dolphin shark whale octopus salmon lobster crab eagle hawk falcon raven crow phoenix parrot
penguin chick duck ducks ducky goose swan owl robin butterfly ladybug spider scorpion beetle bumblebee hornet hornets
batman superman spiderman ironman wonderwoman catwoman superwoman aquaman superhero avengers avenger captain hulk thor wolverine
deadpool joker robin flash starwars startrek skywalker anakin vader darthvader yoda chewbacca chewie princessleia obiwan jedi stormtrooper
gandalf frodo bilbo legolas aragorn hobbit lordoftherings harrypotter hermione dumbledore hogwarts gryffindor slytherin matrix
morpheus trinity terminator predator alien aliens transformer transformers optimus naruto sasuke sakura goku vegeta dragonball
pokemon pikachu charizard mewtwo mario luigi nintendo gameboy playstation xbox sonic zelda link halo warcraft worldofwarcraft
starcraft diablo runescape minecraft roblox fortnite callofduty counterstrike halflife doom quake assassin assassins skyrim fallout
simpsons homer homersimpson bart simpson southpark cartman kenny familyguy scooby scoobydoo garfield snoopy charliebrown woodstock
mickey mickeymouse minnie donald donaldduck goofy pluto tinkerbell tinker cinderella ariel simba nemo shrek disney barbie elmo
spongebob patrick bugsbunny tweety tweetybird sylvester taz tazmania popeye felix betty bettyboop
sunshine sunset sunrise sunflower moonlight moonshine moon stars starlight star stargate galaxy universe cosmos planet earth mercury
venus saturn jupiter neptune uranus apollo rainbow raindrop rain snow snowball snowflake snowman snowy blizzard storm stormy thunder
lightning tornado hurricane ocean oceans beach beaches island islands river rivers lake lakes forest desert mountain mountains flower
flowers rose roses daisy daisies lily lilies tulip tulips violet orchid jasmine lavender blossom garden nature summer winter spring
autumn january february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday weekend holiday holidays vacation christmas easter halloween birthday newyear
red blue green yellow purple pink black white silver gold golden bronze brown grey gray orange indigo crimson scarlet emerald ruby
diamond diamonds crystal pearl sapphire amber jade opal platinum blackcat blackjack blackie whitecat blueeyes bluesky redhead redrose
greenday pinky purplerain silverado goldfish goldie brownie midnight shadow shadows darkness dark darkside light lights
princess prince queen kings king kingdom knight knights warrior soldier sniper ranger marine marines navy army airforce military
general captain major sergeant officer police fireman firefighter doctor nurse lawyer teacher student college school university
legend hero heroes champion champions winner winners victory victor loser losers killer killers hacker hackers cracker pirate pirates
ninja ninjas samurai wizard witch vampire vampires zombie zombies ghost ghosts demon demons devil satan lucifer heaven hell hellfire
jesus jesuschrist christ christian church bible blessed blessing faith hope grace glory spirit prayer praise gospel savior mary moses
gabriel rosary buddha allah peace freedom liberty justice truth destiny fantasy dream dreamer dreams dreaming mystery miracle
imagine inspire believe courage power powers energy force strong strength fire flame flames inferno blaze ice iceman icecream frost
money dollar dollars cash rich richie million millionaire business banker casino poker lucky luckyone jackpot vegas lasvegas success
music musica guitar guitars drummer drums piano violin bass bassist singer dance metal heavymetal metallica nirvana slipknot ironmaiden
acdc ledzeppelin zeppelin pinkfloyd beatles rollingstones queen coldplay radiohead greenday linkinpark blink eminem rapper tupac
hiphop reggae marley bobmarley elvis presley madonna britney shakira beyonce rihanna bieber justinbieber gaga onedirection jonas
hannah montana highschool musical
mustang camaro corvette ferrari porsche mercedes lamborghini maserati bentley jaguar toyota honda civic accord nissan mazda subaru
suzuki yamaha kawasaki harley harleydavidson davidson ducati chevy chevrolet dodge viper charger challenger jeep wrangler hummer
pontiac firebird cadillac lincoln buick chrysler volkswagen beetle passat golf audi volvo renault peugeot citroen fiat truck trucks
trucker mechanic turbo engine diesel racecar airplane airbus boeing pilot flying flyer yacht sailor sailing boats boat captain
canada canadian toronto montreal ottawa vancouver calgary edmonton winnipeg quebec halifax moncton fredericton saintjohn dieppe
miramichi bathurst acadia acadie newbrunswick novascotia ontario alberta manitoba saskatchewan newfoundland labrador maritimes
america american newyork brooklyn chicago boston dallas houston austin texas florida miami california losangeles hollywood detroit
denver phoenix seattle portland atlanta orlando hawaii alaska virginia carolina georgia dakota montana nevada arizona colorado
england london scotland ireland dublin wales britain france paris marseille lyon bordeaux germany berlin hamburg deutschland italia
italy rome roma napoli spain espana greece athens turkey istanbul russia moscow ukraine poland polska sweden norway denmark finland
holland amsterdam belgium brussels swiss austria australia sydney melbourne brisbane newzealand china beijing japan tokyo korea india
mumbai pakistan brazil brasil mexico argentina colombia peru cuba jamaica africa egypt nigeria kenya israel iran
michael michelle jennifer jessica ashley amanda daniel danielle andrew andrea anthony joshua matthew nicole christopher christine
christina stephanie elizabeth samantha sabrina melissa rebecca rachel victoria vanessa veronica alexander alexandra alexandre alexis
benjamin william robert richard charles charlie thomas tommy joseph david jonathan james jason justin jordan brandon brian bryan kevin
steven stephen patrick patricia timothy tiffany tyler taylor travis trevor hunter austin dylan ethan logan mason jackson aiden lucas
oliver george gregory gordon kenneth ronald donald raymond douglas harold walter arthur albert alfred edward edwin ernest francis
frank franklin frederick harry henry herbert howard jack jackie jacob jake jeffrey jeremy jerry jesse jimmy john johnny johnson smith
anderson williams martin martinez garcia lopez rodriguez gonzalez hernandez thompson wilson miller taylor cooper parker murphy
kelly kimberly lauren laura linda lisa lindsay maggie margaret maria mariah marie marina mary megan melanie merlin molly monica monique
morgan nancy natalie natasha olivia pamela paula peter philip phillip raquel roxanne rosemary ruth sally sandra sandy sara sarah scott
sean sharon shannon sheila shelby sherry sierra simon simone sophie sophia stella steve susan suzanne sydney sylvia tamara teresa
theresa tina tony tracy valerie vincent virginia wendy whitney willow xavier yvonne zachary zachery abigail adrian adriana alice alicia
alison allison amber angela angelica angelina anita anna annie april arianna arlene audrey barbara beatrice bella bernard bethany
bonnie brenda brandy brittany brooke bruce caitlin cameron candace carlos carmen carol caroline carolyn casey cassandra cassie catherine
cecilia charlene charlotte chelsea cheryl chester chloe claire claude claudia cody colin connie connor courtney craig crystal cynthia
daisy dakota dana darlene darren dawn deborah debbie denise dennis derek diana diane dominic dominique donna doris dorothy dustin
eileen elaine eleanor elena emily emma eric erica erin eugene evelyn fabian felicia fernando fiona florence francisco gabriela gary
genevieve gerald gilbert gloria grace graham grant guillaume hailey harriet harrison heather hector helen isabel isabella isabelle
ivan jasmin javier jeanette jenny jenna jeremie jerome jillian joanna joanne jocelyn joel jorge jose josephine joyce juan judith
julia julian julie juliet june karen karina katherine kathleen kathryn kathy katie kayla keith kelsey kerry krista kristen kristin
kyle larry laurent lawrence leonard leonardo leslie lillian lorenzo lorraine louis louise luis lynn madison manuel marc marcel marcus
margarita mario marissa mark marlene marshall martha marvin mathieu maurice maxime maxwell meghan melinda mercedes meredith miguel
mildred miranda mitchell mohammed mohamed muhammad nathalie nathan nathaniel nelson nicholas nikki norman oscar pablo pascal paul
pauline pedro penelope perry philippe phyllis pierre rafael ralph ramon randy raymond regina rene ricardo rita roberta roberto robin
rodney roger roland romeo rosie ross roxane ruben russell ryan salvador sammy samson samuel sebastian sergio shane shawn shirley
spencer stacey stanley stephane stuart sylvain tabitha tanya tatiana terry thierry todd toni vanessa vera vernon victor vivian wanda
warren wayne wesley yolanda yvette zoe
buster buddy bailey bandit barney bear beauty biscuit boomer boots bubba bubbles buttercup casper champ chance chico chipper cleo coco
cuddles daisy dexter dixie domino duke dusty elvis fluffy freddy gizmo goober gracie gunner hammer hercules hobbes hooters jasper kayla
killer lady lassie lucky lucy macho maddie maggie max maximus merlin mickey midnight misty molly monster muffin murphy nugget oreo
oscar patches peanut pebbles pepper piglet pookie precious prince princess pumpkin rascal rex riley rocky romeo roscoe rosie rusty
sadie salem samson sassy scooter scruffy shadow sheba simba skippy smokey snickers snuggles socks sophie sparky spike spooky stinky
tasha thumper tiger tinker toby trixie tucker whiskers winston woody yankee ziggy zeus zorro
abcd alpha beta gamma delta omega sigma echo bravo charlie tango foxtrot sierra whiskey zulu number numbers one two three four five
six seven eight nine zero first second third hundred thousand qwerty azerty qwertz asdf zxcv
survey surveys surveying surveyor surveyors arpentage arpenteur geomatics geomatique geodesy geodetic transit theodolite tripod
boundary cadastre cadastral parcel benchmark landsurvey dmse
computer science design designer photo photos picture pictures camera video videos movie movies cinema theatre radio television
internet website online digital virtual cyber matrix techno tech technology robot robotics machine engineer engineering builder
building construction concrete steel iron copper wood stone rock rocks rockstar rocknroll rocker roller hammer nails
fuckyou fuckoff asshole bastard bitch bullshit shithead sexy playboy hottie hotstuff naughty gangster player
whatever nothing something anything everything nobody somebody anybody everybody whoknows forget forgotten remember idontknow dontknow
dontforget noidea letsgo goaway getout comeon stopit helpme please thanks thankyou sorry excuse cheers goodbye goodluck goodday
goodmorning goodnight myspace mylove mybaby mylife myself mydog mycat myfamily mykids mynameis myname lifeisgood lifegood carpediem
hakunamatata yeswecan nevermind neveragain nevergiveup onelove onlyyou onlyme foryou forme iamtheone iamgod iamking imthebest
thebest thebeast theman theone theking theboss bigboss bigdaddy bigdog bigman bigred bigboy biggie fatboy fatcat badboy badgirl
badass goodboy goodgirl littleone little girl girls girly girlfriend boyfriend boys cowgirl cowboy tomboy ladies gentleman stupid
idiot dummy dumbass genius einstein newton darwin shakespeare picasso mozart beethoven napoleon caesar cleopatra aristotle socrates
super superb mega ultra hyper turbo maxi mini phantom mystic mystical magic magical magician secret secrets private personal security secure safety protect unlock open opensesame
sesame enter entrance exit escape control delete insert backspace return home house door window table chair kitchen bedroom
`;

export const COMMON_WORDS: readonly string[] = [...new Set(WORDS.trim().split(/\s+/))].filter((word) => word.length >= 4);
