//! A CUDA type and the HIP type in its place -> what has to be done to a value between the two.

use std::collections::BTreeMap;

use crate::c_type::{Base, CType};
use crate::facts::{Facts, Field, Layout};

/// How a value gets from one side to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// The bits are the same.
    Same,
    /// An integer of another size.
    Cast,
    /// An enumerator's value is another.
    Enumeration { cuda: String, hip: String },
    /// A record's layout or values are others.
    Record { cuda: String, hip: String },
    /// Of fields: three numbers, `gridDimX` and its like, of which HIP has one `dim3`.
    Extent,
    /// Of fields: a union without a name where HIP has its first member.
    Bits,
    /// A pointer to what needs the conversion.
    Pointer(Box<Conversion>),
    /// HIP lacks the parameter: only zero can be passed.
    Dropped,
    /// HIP lacks the parameter, and does what it asks for.
    Ignored,
}

/// Both sides' facts, and the names that one has for the other's.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    pub cuda: &'a Facts,
    pub hip: &'a Facts,
    /// Major version of CUDA that layouts are of.
    pub version: u32,
    /// The HIP name of a CUDA name.
    pub names: &'a dyn Fn(&str) -> Option<&'static str>,
}

/// What HIP's headers are the only version of.
const HIP_VERSION: u32 = 6;

/// A field of a record: from which to which, and how.
pub struct FieldPair<'a> {
    pub cuda: &'a Field,
    pub hip: &'a Field,
    pub conversion: Conversion,
}

impl Sides<'_> {
    /// The conversion of a value of type `cuda` where HIP has `hip`.
    ///
    /// # Errors
    /// In words, when none follows from the facts.
    pub fn conversion(&self, cuda: &CType, hip: &CType) -> Result<Conversion, String> {
        match (cuda.is_pointer(), hip.is_pointer()) {
            (true, true) => self.of_pointers(cuda, hip),
            _ if cuda.array.is_some() || hip.array.is_some() => self.of_arrays(cuda, hip),
            _ => self.of_values(cuda, hip),
        }
    }

    fn of_arrays(&self, cuda: &CType, hip: &CType) -> Result<Conversion, String> {
        let element = |kind: &CType| CType { array: None, ..kind.clone() };
        let same = cuda.array == hip.array && self.conversion(&element(cuda), &element(hip))? == Conversion::Same;
        if same { Ok(Conversion::Same) } else { Err("arrays differ".to_owned()) }
    }

    fn of_pointers(&self, cuda: &CType, hip: &CType) -> Result<Conversion, String> {
        let untold = |kind: &CType| matches!(kind.base, Base::Void | Base::Opaque(_) | Base::Function);
        if untold(cuda) || untold(hip) || cuda.pointers > 1 && hip.pointers > 1 {
            return Ok(Conversion::Same);
        }
        match self.conversion(&cuda.pointee(), &hip.pointee())? {
            Conversion::Same => Ok(Conversion::Same),
            Conversion::Cast => Err("pointers to integers of different sizes".to_owned()),
            inner => Ok(Conversion::Pointer(Box::new(inner))),
        }
    }

    fn of_values(&self, cuda: &CType, hip: &CType) -> Result<Conversion, String> {
        match (cuda.enumeration(), hip.enumeration(), cuda.record(), hip.record()) {
            (Some(ours), Some(theirs), ..) => Ok(self.of_enumerations(ours, theirs)),
            (.., Some(ours), Some(theirs)) => self.of_records(ours, theirs),
            (.., Some(record), None) | (.., None, Some(record)) => Err(format!("`{record}` is no record on the other side")),
            _ if matches!((&cuda.base, &hip.base), (Base::Float(a), Base::Float(b)) if a == b) => Ok(Conversion::Same),
            _ => match (cuda.integer_size(), hip.integer_size()) {
                (Some(ours), Some(theirs)) if ours == theirs => Ok(Conversion::Same),
                (Some(_), Some(_)) if cuda.is_pointer() || hip.is_pointer() => Err("an address of 32 bits".to_owned()),
                (Some(_), Some(_)) => Ok(Conversion::Cast),
                _ => Err("types that have nothing in common".to_owned()),
            },
        }
    }

    fn of_enumerations(&self, cuda: &str, hip: &str) -> Conversion {
        let pairs = self.pairs(cuda, hip);
        let theirs: Vec<i64> = self.hip.enumerations[hip].values().copied().collect();
        let mapped: BTreeMap<i64, i64> = pairs.into_iter().collect();
        let is_same = |value: &i64| mapped.get(value).map_or(!theirs.contains(value), |hip| hip == value);
        if self.cuda.enumerations[cuda].values().all(is_same) {
            return Conversion::Same;
        }
        Conversion::Enumeration { cuda: cuda.to_owned(), hip: hip.to_owned() }
    }

    /// Values of enumerators that stand for each other: CUDA's, then HIP's, in CUDA's order of names.
    pub fn pairs(&self, cuda: &str, hip: &str) -> Vec<(i64, i64)> {
        let theirs = &self.hip.enumerations[hip];
        let elsewhere = |name: &str| self.hip.enumerations.values().find_map(|values| values.get(name));
        let pair = |(name, value): (&String, &i64)| {
            let name = (self.names)(name)?;
            let hip = theirs.get(name).or_else(|| elsewhere(name)).or_else(|| self.hip.numbers.get(name))?;
            Some((*value, *hip))
        };
        self.cuda.enumerations[cuda].iter().filter_map(pair).collect()
    }

    fn of_records(&self, cuda: &str, hip: &str) -> Result<Conversion, String> {
        let (ours, theirs) = self.layouts(cuda, hip)?;
        if self.is_identical(ours, theirs) {
            return Ok(Conversion::Same);
        }
        if ours.union || theirs.union {
            return Err(format!("the union `{cuda}` differs"));
        }
        self.fields(cuda, hip)?;
        Ok(Conversion::Record { cuda: cuda.to_owned(), hip: hip.to_owned() })
    }

    fn layouts(&self, cuda: &str, hip: &str) -> Result<(&Layout, &Layout), String> {
        let unknown = |name: &str| format!("the layout of `{name}` is not known");
        let ours = self.cuda.layout(cuda, self.version).ok_or_else(|| unknown(cuda))?;
        Ok((ours, self.hip.layout(hip, HIP_VERSION).ok_or_else(|| unknown(hip))?))
    }

    /// Whether each field has its like at the same offset. CUDA's record may have more fields at its end, which HIP then leaves alone.
    fn is_identical(&self, cuda: &Layout, hip: &Layout) -> bool {
        let has_like = |field: &Field| {
            let here = |other: &&Field| {
                let moved = !cuda.union && hip.fields.iter().any(|other| same_name(field, other) && other.offset != field.offset);
                other.offset == field.offset && !moved && self.conversion(&field.kind, &other.kind) == Ok(Conversion::Same)
            };
            is_filler(&field.name) || hip.fields.iter().any(|other| here(&other))
        };
        cuda.union == hip.union && cuda.size >= hip.size && cuda.fields.iter().all(has_like)
    }

    /// The fields of a record that have a counterpart by name.
    ///
    /// # Errors
    /// When one of them cannot be converted, or none is there.
    pub fn fields<'b>(&'b self, cuda: &str, hip: &str) -> Result<Vec<FieldPair<'b>>, String> {
        let (ours, theirs) = self.layouts(cuda, hip)?;
        let mut pairs = Vec::new();
        for field in ours.fields.iter().filter(|field| !is_filler(&field.name)) {
            let Some(other) = like(theirs, field) else {
                pairs.extend(self.in_its_place(field, theirs).map(|hip| FieldPair {
                    cuda: field,
                    hip,
                    conversion: Conversion::Bits,
                }));
                continue;
            };
            let unnamed = field.name.starts_with("unnamed");
            let conversion =
                self.conversion(&field.kind, &other.kind).map_err(|why| format!("`{cuda}::{}`: {why}", field.name))?;
            if matches!(conversion, Conversion::Pointer(_)) || unnamed && conversion != Conversion::Same {
                return Err(format!("`{cuda}::{}` leads to what needs conversion", field.name));
            }
            pairs.push(FieldPair { cuda: field, hip: other, conversion });
        }
        pairs.extend(
            theirs
                .fields
                .iter()
                .filter_map(|hip| Some(FieldPair { cuda: extent_of(ours, hip)?, hip, conversion: Conversion::Extent })),
        );
        if pairs.is_empty() { Err(format!("`{cuda}` and `{hip}` share no field")) } else { Ok(pairs) }
    }

    /// HIP's integer at the place and of the size of a union without a name.
    fn in_its_place<'b>(&self, field: &Field, hip: &'b Layout) -> Option<&'b Field> {
        let union = self.cuda.layout(field.kind.record()?, self.version).filter(|_| field.name.starts_with("unnamed"))?;
        hip.fields.iter().find(|other| {
            other.offset == field.offset && other.kind.integer_size().is_some_and(|size| size as u64 == union.size as u64)
        })
    }

    /// Fields of a CUDA record that HIP's lacks.
    pub fn lost<'b>(&'b self, cuda: &str, hip: &str) -> Vec<&'b str> {
        let Ok((ours, theirs)) = self.layouts(cuda, hip) else { return Vec::new() };
        let is_part = |field: &Field| {
            let whole = field.name.strip_suffix(['X', 'Y', 'Z']);
            theirs.fields.iter().any(|other| whole == Some(other.name.as_str()) && extent_of(ours, other).is_some())
        };
        let has_like =
            |field: &Field| like(theirs, field).is_some() || is_part(field) || self.in_its_place(field, theirs).is_some();
        let lost = ours.fields.iter().filter(|field| !is_filler(&field.name) && !has_like(field));
        lost.map(|field| field.name.as_str()).collect()
    }
}

/// The first of three numbers that a `dim3` of HIP's stands for.
fn extent_of<'b>(cuda: &'b Layout, hip: &Field) -> Option<&'b Field> {
    let part = |letter: char| {
        let name = format!("{}{letter}", hip.name);
        cuda.fields.iter().find(|field| field.name == name && field.kind.integer_size() == Some(4))
    };
    (hip.kind.record() == Some("dim3")).then(|| part('X'))?.filter(|_| part('Y').is_some() && part('Z').is_some())
}

/// Fields that hold nothing.
fn is_filler(name: &str) -> bool {
    ["reserved", "pad", "__", "unused"].iter().any(|start| name.starts_with(start))
}

/// HIP's field of the same name, else of one that differs in habits of writing.
fn like<'b>(hip: &'b Layout, cuda: &Field) -> Option<&'b Field> {
    let loosely = |other: &&Field| plain(&other.name) == plain(&cuda.name);
    hip.fields.iter().find(|other| same_name(cuda, other)).or_else(|| hip.fields.iter().find(loosely))
}

/// `hUploadStream`, `requestedHandleTypes`, `sparseCudaArraySupported`: handles without their letter, one for several, HIP for
/// CUDA.
fn plain(name: &str) -> String {
    let is_handle = name.starts_with('h') && name[1..].starts_with(|next: char| next.is_ascii_uppercase());
    let name = if is_handle { &name[1..] } else { name };
    name.to_ascii_lowercase().trim_end_matches('s').replace("cuda", "hip")
}

fn same_name(cuda: &Field, hip: &Field) -> bool {
    let both_unnamed = cuda.name.starts_with("unnamed") && hip.name.starts_with("unnamed");
    both_unnamed || cuda.name.eq_ignore_ascii_case(&hip.name)
}
